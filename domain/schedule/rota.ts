/**
 * Who is on call. A layer's turns and restrictions keep their wall-clock time in the schedule's zone, so a hand-over
 * at nine stays at nine when the clocks change. Where two layers have someone the later one wins; overrides go on top,
 * the newest last. At every instant there is one answer: a person, or nobody.
 */
import type { Layer, Override, Schedule } from './schema.ts';
import { createZone, type Zone } from './rota-zone.ts';
import { inRestrictions, nextRestrictionEdge, nextTurnAt, turnAt } from './rota-layer.ts';
import { day } from '../constants.ts';

type Rota = Pick<Schedule, 'id' | 'timezone' | 'layers'>;

export interface Shift {
  /** Null: nobody is on call, a gap. */
  readonly userId: string | null;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** How far ahead a next hand-over is looked for. */
const horizon = 400 * day;

/** Who is on call at an instant; null for nobody. */
export function onCallAt(schedule: Rota, overrides: readonly Override[], at: number): string | null {
  return holder(schedule, ordered(schedule, overrides), createZone(schedule.timezone), at);
}

/** Everyone's time from `from` up to `to`, gaps included, without a hole between them. */
export function shiftsBetween(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Shift[] {
  const relevant = ordered(schedule, overrides);
  const zone = createZone(schedule.timezone);
  const shifts: { userId: string | null; startsAt: number; endsAt: number }[] = [];
  let at = from;
  while (at < to) {
    const userId = holder(schedule, relevant, zone, at);
    const edge = Math.min(to, nextEdge(schedule, relevant, zone, at));
    const last = shifts.at(-1);
    if (last && last.userId === userId) last.endsAt = edge;
    else shifts.push({ userId, startsAt: at, endsAt: edge });
    at = edge;
  }
  return shifts;
}

/** The times in which nobody is on call. */
export function gapsBetween(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Shift[] {
  return shiftsBetween(schedule, overrides, from, to).filter((shift) => shift.userId === null);
}

export interface HandOver {
  readonly handsOverAt: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** The next time after `at` at which someone else is on call; null if that never comes within 400 days. */
export function nextHandOver(schedule: Rota, overrides: readonly Override[], at: number): HandOver | null {
  const relevant = ordered(schedule, overrides);
  const zone = createZone(schedule.timezone);
  const from = holder(schedule, relevant, zone, at);
  for (let edge = nextEdge(schedule, relevant, zone, at); edge <= at + horizon;) {
    const to = holder(schedule, relevant, zone, edge);
    if (to !== from) return { handsOverAt: edge, from, to };
    edge = nextEdge(schedule, relevant, zone, edge);
  }
  return null;
}

function holder(schedule: Rota, overrides: readonly Override[], zone: Zone, at: number): string | null {
  let userId: string | null = null;
  for (const layer of schedule.layers) userId = layerHolder(layer, zone, at) ?? userId;
  for (const { startsAt, endsAt, insteadOf, userId: taker } of overrides) {
    if (startsAt <= at && at < endsAt && (insteadOf === null || insteadOf === userId)) userId = taker;
  }
  return userId;
}

function layerHolder(layer: Layer, zone: Zone, at: number): string | null {
  if (at < layer.startsAt || layer.people.length === 0 || !inRestrictions(layer, zone, at)) return null;
  return layer.people[turnAt(layer, zone, at) % layer.people.length] ?? null;
}

/** The next instant at which anything could change. */
function nextEdge(schedule: Rota, overrides: readonly Override[], zone: Zone, at: number): number {
  const edges = overrides.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  for (const layer of schedule.layers) {
    edges.push(layer.startsAt, nextRestrictionEdge(layer, zone, at));
    if (at >= layer.startsAt && layer.people.length > 1) edges.push(nextTurnAt(layer, zone, at));
  }
  return Math.min(...edges.filter((edge) => edge > at), Number.POSITIVE_INFINITY);
}

/** Oldest first; ties by id, so that every reader sees the same. */
function ordered(schedule: Rota, overrides: readonly Override[]): readonly Override[] {
  return overrides
    .filter((override) => override.scheduleId === schedule.id)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
