/**
 * Notices to members whose shifts moved, by whatever command: shifts that each person but the command's author gained and lost in the
 * coming weeks, from the changes of schedules and overrides in its transaction. One notice per person. Their timers are due again.
 */
import { constants, day, limits } from '#domain/constants.ts';
import type { MovedShifts } from '#domain/notice/schema.ts';
import { changesByPerson, shiftChanges, type ShiftChange } from '#domain/schedule/comparison.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { type Override, overrideSchema, type Schedule, scheduleSchema } from '#domain/schedule/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { storedTime } from '#api/codec.ts';
import { entityAt } from '#api/collection-names.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { PendingChange, UnitOfWork } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { touchShiftTimer, touchShiftTimers } from './shift-timer.ts';

interface RotaAuthor {
  readonly teamId: string;
  readonly by: string;
  readonly cause: string;
}

/** Observes the transaction's changes from now on, and adds the notices before it is written. */
export function noticeMovedShifts(work: UnitOfWork, author: RotaAuthor): void {
  work.whenDecided((changes) => send(work, author, changes));
}

async function send(
  work: UnitOfWork,
  { teamId, by, cause }: RotaAuthor,
  changes: ReadonlyMap<string, PendingChange>,
): Promise<void> {
  const overrides = changesOf<Override>(changes, 'override');
  const schedules = changesOf<Schedule>(changes, 'schedule');
  const ids = new Set([
    ...[...schedules.values()].flatMap(({ before, after }) => before?.id ?? after?.id ?? []),
    ...[...overrides.values()].flatMap(({ before, after }) => before?.scheduleId ?? after?.scheduleId ?? []),
  ]);
  for (const scheduleId of ids) await touchShiftTimer(work, teamId, scheduleId);
  for (const { before, after } of changesOf<Member>(changes, 'member').values())
    if (before && after && before.shiftReminderHours !== after.shiftReminderHours)
      await touchShiftTimers(work, after.teamId);
  const moved = new Map<string, MovedShifts[]>();
  for (const scheduleId of ids) {
    const path = documentPaths.schedule(teamId, scheduleId);
    const current = await work.get(scheduleSchema, path);
    const before = schedules.has(path) ? (schedules.get(path)?.before ?? null) : current;
    const own = await overridesOf(work, teamId, scheduleId, overrides);
    const [from, to] = [work.now, work.now + constants.movedShiftDays * day];
    const was = shiftsIn(before, own.before, from, to);
    const is = shiftsIn(current, own.after, from, to);
    const schedule = (current ?? before)?.name ?? '';
    for (const { userId, gains, loses } of changesByPerson(shiftChanges(was, is))) {
      if (userId === by || schedule === '') continue;
      const one = { scheduleId, schedule, ...bounded(gains, loses) };
      moved.set(userId, [...(moved.get(userId) ?? []), one]);
    }
  }
  for (const [userId, all] of moved) {
    const [first, ...others] = all;
    const remains =
      first !== undefined && others.length === 0 && !isRemoved(schedules, teamId, first.scheduleId);
    await sendNotice(work, {
      ...{ teamId, userId, cause, by },
      content: { kind: 'movedShifts', by, schedules: all.slice(0, limits.noticeSchedules) },
      link: remains ? `/schedules/${first.scheduleId}` : '/oncall',
    });
  }
}

interface TypedChange<E> {
  readonly before: E | null;
  readonly after: E | null;
}

/** Changes of one kind, by path. */
const changesOf = <E extends Schedule | Override | Member>(
  changes: ReadonlyMap<string, PendingChange>,
  kind: E extends Schedule ? 'schedule' : E extends Override ? 'override' : 'member',
) =>
  new Map(
    [...changes].filter(([path]) => entityAt(path)?.kind === kind),
    // Each kind was read and written with its schema.
  ) as ReadonlyMap<string, TypedChange<E>>;

const isRemoved = (
  schedules: ReadonlyMap<string, TypedChange<Schedule>>,
  teamId: string,
  scheduleId: string,
): boolean => schedules.get(documentPaths.schedule(teamId, scheduleId))?.after === null;

/** A schedule's overrides in the coming weeks, as they were and as they are to be. */
async function overridesOf(
  work: UnitOfWork,
  teamId: string,
  scheduleId: string,
  changed: ReadonlyMap<string, TypedChange<Override>>,
): Promise<{ readonly before: readonly Override[]; readonly after: readonly Override[] }> {
  const last = work.now + (constants.movedShiftDays + limits.overrideDays) * day;
  const stored = await work.find(
    overrideSchema,
    query(
      collectionPaths.overrides(teamId),
      where('scheduleId', '==', scheduleId),
      where('endsAt', '>', storedTime(work.now)),
      where('endsAt', '<=', storedTime(last)),
    ),
  );
  const same = stored.filter(({ id }) => !changed.has(documentPaths.override(teamId, id)));
  const all = [...changed.values()];
  const ofSchedule = (one: Override | null) => (one?.scheduleId === scheduleId ? [one] : []);
  return {
    before: [...same, ...all.flatMap(({ before }) => ofSchedule(before))],
    after: [...same, ...all.flatMap(({ after }) => ofSchedule(after))],
  };
}

const shiftsIn = (schedule: Schedule | null, overrides: readonly Override[], from: number, to: number) =>
  schedule === null
    ? [{ userId: null, startsAt: from, endsAt: to }]
    : shiftsBetween(schedule, overrides, from, to);

function bounded(
  gains: readonly ShiftChange[],
  loses: readonly ShiftChange[],
): Pick<MovedShifts, 'gains' | 'loses' | 'omitted'> {
  const some = (spans: readonly ShiftChange[]) =>
    spans.slice(0, limits.noticeSpans).map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
  const most = { gains: some(gains), loses: some(loses) };
  return { ...most, omitted: gains.length + loses.length - most.gains.length - most.loses.length };
}
