/** Heartbeats: a beat, a missed one, and a changed interval. A beat is no new revision: it changes nothing that an admin wrote. */
import { constants, minute } from '../constants.ts';
import type { Signal } from '../ingest/signal.ts';
import type { Integration } from '../integration/schema.ts';
import { revised, type TransitionContext } from '../transition.ts';
import type { Heartbeat } from './schema.ts';

/** A new heartbeat; no deadline until its first beat. */
export const newHeartbeat = (
  { id, teamId }: Pick<Heartbeat, 'id' | 'teamId'>,
  { now, by }: TransitionContext,
): Heartbeat => ({
  ...{ id, teamId, createdAt: now, createdBy: by, revision: 1 },
  intervalMinutes: constants.heartbeatMinutes,
  graceMinutes: constants.heartbeatGraceMinutes,
  lastBeatAt: null,
  dueAt: null,
  missedAt: null,
});

type Span = Pick<Heartbeat, 'intervalMinutes' | 'graceMinutes'>;

const dueAfter = (beatAt: number, { intervalMinutes, graceMinutes }: Span): number =>
  beatAt + (intervalMinutes + graceMinutes) * minute;

/** A missed heartbeat stays missed until a beat comes. */
export const changeHeartbeat = (before: Heartbeat, span: Span, now: number): Heartbeat =>
  revised(before, { ...span, dueAt: dueAfterChange(before, span, now) });

/** A longer span counts from the last beat. A shorter one counts from the change: the job could not know of it before. */
function dueAfterChange({ lastBeatAt, dueAt }: Heartbeat, span: Span, now: number): number | null {
  if (lastBeatAt === null || dueAt === null) return null;
  const byLastBeat = dueAfter(lastBeatAt, span);
  return byLastBeat >= dueAt ? byLastBeat : Math.min(dueAt, dueAfter(now, span));
}

/** State after a beat; the same object when the last beat was only seconds ago. `ended`: a missed heartbeat is over. */
export function beat(before: Heartbeat, now: number): { readonly state: Heartbeat; readonly ended: boolean } {
  const { lastBeatAt, missedAt } = before;
  if (
    missedAt === null &&
    lastBeatAt !== null &&
    now - lastBeatAt < constants.heartbeatPrecisionSeconds * 1000
  )
    return { state: before, ended: false };
  const state = { ...before, lastBeatAt: now, dueAt: dueAfter(now, before), missedAt: null };
  return { state, ended: missedAt !== null };
}

/** Time of the last message of an integration, beats included; null: there was none. */
export const lastMessageAt = (
  { lastEventAt }: Pick<Integration, 'lastEventAt'>,
  heartbeat: Pick<Heartbeat, 'lastBeatAt'> | undefined,
): number | null => {
  const times = [lastEventAt, heartbeat?.lastBeatAt ?? null].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
};

/** Null: no beat is missing yet. */
export const missBeat = (before: Heartbeat, now: number): Heartbeat | null =>
  before.dueAt === null || before.dueAt > now ? null : { ...before, dueAt: null, missedAt: now };

/** Signal of a missed beat, or of the one that ends it. */
export const heartbeatSignal = (
  action: 'trigger' | 'resolve',
  name: string,
  { lastBeatAt, intervalMinutes }: Heartbeat,
  now: number,
): Signal => ({
  action,
  dedupKey: 'muster-heartbeat',
  summary: `${name} has not been heard of: its heartbeat is due every ${spanWords(intervalMinutes)}`,
  severity: 'error',
  labels: { heartbeat: name },
  links: [],
  firing: action === 'trigger' ? 1 : 0,
  startsAt: lastBeatAt ?? now,
});

/** 90 → 90 minutes; 120 → 2 hours; 1 → minute. */
function spanWords(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return count === 1 ? unit : `${count} ${unit}s`;
}
