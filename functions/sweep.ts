/**
 * The backstop: finds due work by queries, independent of events. With the sweep alone everything happens, at most one interval late.
 * Unreadable and failing documents are quarantined (`sweep/set-aside-notes.ts`) and block nothing else.
 */
import { constants, minute } from '#domain/constants.ts';
import { coverRequestSchema } from '#domain/cover/schema.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { leaveCalendarSchema } from '#domain/leave-calendar/schema.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { collectionGroups } from '#api/paths.ts';
import { serverCollections } from '#api/server-paths.ts';
import { where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { endMissingAccounts } from './account/missing-accounts.ts';
import { finishAccountDeletions } from './account/remove-rest.ts';
import { settleRecoveries } from './account/recovery.ts';
import { maintenanceSchema } from '#domain/maintenance/schema.ts';
import { tickMaintenance } from './maintenance/tick.ts';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { missHeartbeat } from './heartbeats/miss.ts';
import { wakeAlert } from './alerts/wake.ts';
import { endCover } from './cover/due.ts';
import { accessChangeSchema, copyAccess } from './kernel/access.ts';
import { withoutWaits } from './kernel/effects.ts';
import { storedTime } from '#api/codec.ts';
import { startReading } from './leave-calendars/start-reading.ts';
import { reviewPage } from './pages/review.ts';
import { sendWaiting } from './pages/send-waiting.ts';
import { tickPage } from './pages/tick.ts';
import { onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { startWeeklyDigest, weeklyDigestSchema } from './readiness/weekly-digest.ts';
import { runOnCallCheck } from './readiness/run-on-call-check.ts';
import { continueHandOver, handOverNoteSchema } from './team/holdings/hand-over.ts';
import { runShiftTimer } from './schedules/run-shift-timer.ts';
import { shiftTimerSchema } from './schedules/shift-timer.ts';
import { type Chore, chore } from './sweep/chore.ts';
import { dueSchema } from './sweep/due-schema.ts';
import { runChores } from './sweep/chores.ts';
import { addHolders, addRooms, addShiftTimers, addWeeklyDigests } from './sweep/backfill.ts';
import { expireCounters } from './sweep/expire-counters.ts';
import { expireInvites } from './sweep/expire-invites.ts';
import { expireOld } from './sweep/expire-old.ts';
import { expireTimeOff } from './sweep/expire-time-off.ts';
import { noteSweep } from './sweep/note-sweep.ts';
import { pingMonitor } from './sweep/ping-monitor.ts';
import { purgeUploads } from './sweep/purge-uploads.ts';
import { purgeTeams } from './team/purge.ts';
import { webhookChores } from './webhooks/chores.ts';

/** A message is left alone for this long: it may still be on its way. */
const graceMs = constants.resendGraceSeconds * 1000;
/** Age at which a delivery is given up. */
const lostAfterMs = 15 * minute;

/**
 * `monitor`: web address requested after each sweep that has looked at all due work. `soleSince`: deliveries queued earlier are of a process
 * that is gone, and need no grace.
 * @throws AggregateError for mistakes in the code, PortError for a backend that failed; everything else has been done then
 */
export const sweep = (server: ServerPorts, monitor: string | null = null, soleSince = 0): Promise<void> =>
  runChores(server, choresOf(withoutWaits(server), soleSince), {
    through: async (ports) => {
      await noteSweep(ports);
      if (monitor !== null) await pingMonitor(ports, monitor);
    },
    housekeeping: [
      settleRecoveries,
      finishAccountDeletions,
      endMissingAccounts,
      addShiftTimers,
      addWeeklyDigests,
      addHolders,
      addRooms,
      ...expireCounters,
      ...expireOld,
      expireInvites,
      expireTimeOff,
      purgeTeams,
      purgeUploads,
    ],
  });

function choresOf(server: ServerPorts, soleSince: number): readonly Chore[] {
  const now = server.clock.now();
  const {
    pages,
    alerts,
    heartbeats,
    maintenance,
    deliveries,
    leaveCalendars,
    accessChanges,
    handOvers,
    shiftTimers,
    onCallChecks,
    coverRequests,
    weeklyDigests,
  } = collectionGroups;
  return [
    chore(pageSchema, {
      collection: pages,
      order: 'nextAt',
      due: [where('nextAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => tickPage(server, teamId, id),
    }),
    chore(pageSchema, {
      collection: pages,
      order: 'reviewAt',
      due: [where('reviewAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => reviewPage(server, teamId, id),
    }),
    chore(alertSchema, {
      collection: alerts,
      order: 'suppressedUntilAt',
      due: [where('suppressedUntilAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => wakeAlert(server, teamId, id),
    }),
    chore(maintenanceSchema, {
      collection: maintenance,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => tickMaintenance(server, teamId, id),
    }),
    chore(heartbeatSchema, {
      collection: heartbeats,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => missHeartbeat(server, teamId, id),
    }),
    chore(shiftTimerSchema, {
      collection: shiftTimers,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => runShiftTimer(server, teamId, id),
    }),
    chore(onCallCheckSchema, {
      collection: onCallChecks,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => runOnCallCheck(server, teamId, id),
    }),
    chore(deliverySchema, {
      collection: deliveries,
      order: 'queuedAt',
      due: [
        where('status', '==', 'queued'),
        where('queuedAt', '>', storedTime(now - lostAfterMs)),
        where('queuedAt', '<=', storedTime(Math.max(now - graceMs, soleSince - 1))),
      ],
      run: async (lost) => (await import('./on-demand.ts')).onDemand.sendAgain(server, lost),
    }),
    chore(leaveCalendarSchema, {
      collection: leaveCalendars,
      order: 'nextReadAt',
      due: [where('nextReadAt', '<=', storedTime(now))],
      // The reading runs by itself: another server may be slow, and the sweep does not wait for it.
      run: (due) => startReading(server, due),
    }),
    chore(deliverySchema, {
      collection: deliveries,
      order: 'dueAt',
      due: [where('status', '==', 'waiting'), where('dueAt', '<=', storedTime(now))],
      run: (waiting) => sendWaiting(server, waiting),
    }),
    chore(accessChangeSchema, {
      collection: accessChanges,
      order: null,
      due: [],
      run: (_, path) => copyAccess(server, path),
    }),
    chore(handOverNoteSchema, {
      collection: handOvers,
      order: null,
      due: [],
      run: (_, path) => continueHandOver(server, path),
    }),
    chore(coverRequestSchema, {
      collection: coverRequests,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: ({ teamId, id }) => endCover(server, teamId, id),
    }),
    chore(weeklyDigestSchema, {
      collection: weeklyDigests,
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      run: (due) => startWeeklyDigest(server, due),
    }),
    chore(dueSchema, {
      collection: serverCollections.queuedMail[1],
      order: 'dueAt',
      due: [where('dueAt', '<=', storedTime(now))],
      // Sent by a task: a mail server may be slow, and the sweep does not wait for it.
      run: async (mail) =>
        (await import('./on-demand.ts')).onDemand.startMail(server, mail, `-s${Math.floor(now / minute)}`),
    }),
    ...webhookChores(server),
  ];
}
