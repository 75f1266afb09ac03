/**
 * Reminders before a shift, the digest at its beginning, the check of its person's devices, and the offer of pages left at its end. All are
 * computed from the present rota. The id of each notice is its cause: repeated, late or lost runs send each once, and a moved shift has a
 * reminder at its new time.
 */
import { alertSchema } from '#domain/alert/schema.ts';
import { isUnacknowledged, liveAlertStatuses } from '#domain/alert/status.ts';
import { system } from '#domain/base.ts';
import { day, hour, limits } from '#domain/constants.ts';
import { liveStatuses } from '#domain/incident/status.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { stepsOfChain } from '#domain/policy/chain.ts';
import { may } from '#domain/permissions.ts';
import { overrideSchema, type Schedule, scheduleSchema } from '#domain/schedule/schema.ts';
import {
  type BeginningShift,
  reminderHoursOf,
  shiftEvents,
  shiftEventSpan,
} from '#domain/schedule/shift-events.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { noticeId } from '../notices/notice-id.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { runOnCallCheck } from '../readiness/run-on-call-check.ts';
import { watchShift } from '../readiness/watch-shift.ts';
import { isTeamGone } from '../team/gone.ts';
import { offerPagesLeft } from './offer-pages-left.ts';
import { type ShiftTimer, shiftTimerSchema } from './shift-timer.ts';

/** Most entries that a digest counts. */
const counted = { pages: 200, alerts: 100, incidents: 50 } as const;

/** Runs what is due, then the checks of the people whose shift begins or ends. */
export async function runShiftTimer(server: ServerPorts, teamId: string, scheduleId: string): Promise<void> {
  for (const userId of await runDue(server, teamId, scheduleId)) await runOnCallCheck(server, teamId, userId);
}

/** Returns the people whose checks are due now. */
function runDue(server: ServerPorts, teamId: string, scheduleId: string): Promise<readonly string[]> {
  return transact(server, async (work) => {
    const path = serverPaths.shiftTimer(teamId, scheduleId);
    const timer: ShiftTimer | null = await work.get(shiftTimerSchema, path);
    if (timer === null || timer.dueAt > work.now) return [];
    const save = (change: Pick<ShiftTimer, 'dueAt'> & Partial<ShiftTimer>) =>
      work.save(path, { ...timer, ...change, revision: timer.revision + 1 });
    // A deleted team may be restored.
    if (await isTeamGone(work, teamId)) {
      save({ dueAt: work.now + hour });
      return [];
    }
    const schedule = await work.get(scheduleSchema, documentPaths.schedule(teamId, scheduleId));
    const none = { reminders: [], begun: null, current: null, nextAt: null };
    const { reminders, begun, current, nextAt } = schedule === null ? none : await eventsOf(work, schedule);
    const checked = await watchShift(work, { teamId, scheduleId }, timer.onCall ?? null, current);
    const stale = timer.reminded.filter(
      (one) => one.startsAt > work.now && !reminders.some((shift) => isSame(shift, one)),
    );
    for (const { userId, startsAt } of stale)
      work.remove(documentPaths.notice(teamId, noticeId(userId, reminderCause(scheduleId, startsAt))));
    if (schedule === null) {
      work.remove(path);
      return checked;
    }
    for (const shift of reminders) await remind(work, schedule, shift);
    if (begun !== null) {
      const pages = await pagesSince(work, schedule, begun.since);
      await sendDigest(work, schedule, begun, pages);
      await offerPagesLeft(work, schedule, begun, pages);
    }
    const reminded = reminders.map(({ userId, startsAt }) => ({ userId, startsAt }));
    save({ dueAt: nextAt ?? work.now + day, reminded, onCall: current?.userId ?? null });
    return checked;
  });
}

const isSame = (one: ShiftTimer['reminded'][number], other: ShiftTimer['reminded'][number]): boolean =>
  one.userId === other.userId && one.startsAt === other.startsAt;

const reminderCause = (scheduleId: string, startsAt: number) => `reminder ${scheduleId} ${startsAt}`;

async function eventsOf(work: UnitOfWork, schedule: Schedule) {
  const { teamId, id } = schedule;
  const { from, to } = shiftEventSpan(work.now, limits.overrideDays);
  const overrides = await work.find(
    overrideSchema,
    query(
      collectionPaths.overrides(teamId),
      where('scheduleId', '==', id),
      where('endsAt', '>', storedTime(from)),
      where('endsAt', '<=', storedTime(to)),
    ),
  );
  const people = new Set([
    ...[schedule, ...(schedule.versions ?? [])].flatMap(({ layers }) => layers.flatMap((one) => one.people)),
    ...overrides.map(({ userId }) => userId),
  ]);
  const hours = new Map<string, number>();
  for (const userId of people) {
    const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
    hours.set(userId, member === null ? 0 : reminderHoursOf(member));
  }
  const { reminders, ...events } = shiftEvents(
    schedule,
    overrides,
    work.now,
    (userId) => hours.get(userId) ?? 0,
  );
  return { ...events, reminders: reminders.filter(({ userId }) => (hours.get(userId) ?? 0) > 0) };
}

function remind(
  work: UnitOfWork,
  schedule: Schedule,
  { userId, startsAt, from }: BeginningShift,
): Promise<void> {
  const { id: scheduleId, teamId, name } = schedule;
  const { timezone } = versionAt(schedule, startsAt);
  return sendNotice(work, {
    ...{ teamId, userId, by: system, cause: reminderCause(scheduleId, startsAt) },
    content: { kind: 'shiftReminder', scheduleId, schedule: name, timezone, startsAt, from },
    link: `/schedules/${scheduleId}`,
    expiresAt: startsAt,
  });
}

/** Pages that asked this schedule's people, newest first. */
async function pagesSince(
  work: UnitOfWork,
  { id, teamId }: Schedule,
  since: number,
): Promise<readonly Page[]> {
  const recent = query(
    collectionPaths.pages(teamId),
    where('createdAt', '>=', storedTime(since)),
    orderBy('createdAt', 'desc'),
    limit(counted.pages),
  );
  return (await work.find(pageSchema, recent)).filter(
    (page) =>
      page.subject.kind !== 'drill' &&
      stepsOfChain(page.policy).some(({ targets }) =>
        targets.some((target) => target.kind === 'schedule' && target.scheduleId === id),
      ),
  );
}

/** Sends a digest, which counts only what the person may read. */
async function sendDigest(
  work: UnitOfWork,
  schedule: Schedule,
  shift: BeginningShift,
  asking: readonly Page[],
): Promise<void> {
  const { id: scheduleId, teamId, name } = schedule;
  const { userId, startsAt, from, since } = shift;
  const cause = `hand-over ${scheduleId} ${startsAt}`;
  const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
  if (member === null) return;
  const actor = { userId, role: member.role };
  const pages = asking.filter((page) => may(actor, 'read', page).allowed);
  const open = query(
    collectionPaths.alerts(teamId),
    where('status', 'in', liveAlertStatuses),
    limit(counted.alerts),
  );
  const live = where('status', 'in', [...liveStatuses]);
  const incidents = query(collectionPaths.incidents(teamId), live, limit(counted.incidents));
  const readable = <T extends { readonly private?: boolean; readonly people?: readonly string[] }>(
    all: readonly T[],
  ) => all.filter((one) => may(actor, 'read', one).allowed);
  const alerts = readable(await work.find(alertSchema, open));
  await sendNotice(work, {
    ...{ teamId, userId, by: system, cause },
    content: {
      ...{ kind: 'handOver', scheduleId, schedule: name, from, sinceAt: since, pages: pages.length },
      openPages: pages.filter(({ endedAt }) => endedAt === null).length,
      openAlerts: alerts.filter(isUnacknowledged).length,
      acknowledgedAlerts: alerts.filter(({ status }) => status === 'acknowledged').length,
      liveIncidents: readable(await work.find(incidentSchema, incidents)).length,
    },
    link: `/schedules/${scheduleId}`,
    expiresAt: startsAt + day,
  });
}
