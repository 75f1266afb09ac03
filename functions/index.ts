/** Muster's server code as one set that any provider's runtime can run. */
import { constants } from '#domain/constants.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { accountCalls } from './account/calls.ts';
import { recoveryCalls } from './account/recovery-calls.ts';
import { wakeAlert } from './alerts/wake.ts';
import { callables } from './commands.ts';
import { type FigureSource, readsWith } from './reads.ts';
import { ingest } from './ingest/http.ts';
import { callablesAnswering, httpAnswering, tasksAnswering } from './kernel/answer-unreadable.ts';
import { tasksOnDemand } from './on-demand-tasks.ts';
import { sendDigest } from './pages/digest.ts';
import { noteReached, takeNextWay } from './pages/next-ways.ts';
import { reviewPage } from './pages/review.ts';
import { tickMaintenance } from './maintenance/tick.ts';
import { sendApart } from './pages/send.ts';
import { sendWaiting } from './pages/send-waiting.ts';
import { tickPage } from './pages/tick.ts';
import { runOnCallCheck } from './readiness/run-on-call-check.ts';
import { sweep } from './sweep.ts';
import { checkMonitor } from './sweep/ping-monitor.ts';
import { checkedTask } from './task-handler.ts';
import {
  deliverTask,
  digestTask,
  maintenanceTask,
  nextWayTask,
  notifyTask,
  onCallCheckTask,
  reachedTask,
  reviewTask,
  tickTask,
  wakeTask,
} from './tasks.ts';

export interface FunctionsOptions {
  /** Interval of the sweep, in seconds: 1 to 60. Default 60. */
  readonly sweepSeconds?: number;
  /** Web address that gets a `GET` after each sweep: a monitor outside alarms when none comes. Default: none. */
  readonly sweepMonitor?: string | undefined;
  /**
   * Time from which this process alone serves the data, in epoch milliseconds: deliveries queued earlier are of a process that is gone, and the
   * first sweep sends them. Default: the sweep sends a delivery after 30 s, in which another process may be sending it.
   */
  readonly soleSince?: number;
  /** Source of the figures of the whole server. Default: none, where the provider has a console of its own. */
  readonly serverFigures?: FigureSource;
}

export const functionsOptions = {
  sweepSeconds: true,
  sweepMonitor: true,
  soleSince: true,
  serverFigures: true,
} as const satisfies OptionNames<FunctionsOptions>;

/**
 * @throws TypeError for an interval out of bounds: paging would be late by more than the product promises; for an address that is none; for an
 * option that there is not
 */
export function createFunctions(options: FunctionsOptions = {}): Required<FunctionSet> {
  checkOptions('createFunctions', options, functionsOptions);
  const seconds = options.sweepSeconds ?? constants.engineTickSeconds;
  if (!(seconds >= 1 && seconds <= constants.engineTickSeconds))
    throw new TypeError(`The sweep runs every 1 to ${constants.engineTickSeconds} s; ${seconds} was given.`);
  const { sweepMonitor = null, soleSince = 0, serverFigures = null } = options;
  if (sweepMonitor !== null) checkMonitor(sweepMonitor);
  return {
    callables: callablesAnswering({
      ...callables,
      ...readsWith(serverFigures),
      ...accountCalls,
      ...recoveryCalls,
    }),
    http: httpAnswering(ingest),
    schedules: {
      sweep: { everyMs: seconds * 1000, run: (server) => sweep(server, sweepMonitor, soleSince) },
    },
    tasks: tasksAnswering({
      [tickTask]: checkedTask(
        v.object({ teamId: idSchema, pageId: idSchema }),
        (server, { teamId, pageId }) => tickPage(server, teamId, pageId),
      ),
      [digestTask]: checkedTask(
        v.object({ teamId: idSchema, userId: idSchema }),
        (server, { teamId, userId }) => sendDigest(server, teamId, userId),
      ),
      [onCallCheckTask]: checkedTask(
        v.object({ teamId: idSchema, userId: idSchema }),
        (server, { teamId, userId }) => runOnCallCheck(server, teamId, userId),
      ),
      [reviewTask]: checkedTask(
        v.object({ teamId: idSchema, pageId: idSchema }),
        (server, { teamId, pageId }) => reviewPage(server, teamId, pageId),
      ),
      [maintenanceTask]: checkedTask(
        v.object({ teamId: idSchema, maintenanceId: idSchema }),
        (server, { teamId, maintenanceId }) => tickMaintenance(server, teamId, maintenanceId),
      ),
      [wakeTask]: checkedTask(
        v.object({ teamId: idSchema, alertId: idSchema }),
        (server, { teamId, alertId }) => wakeAlert(server, teamId, alertId),
      ),
      [nextWayTask]: checkedTask(pageOfPerson, takeNextWay),
      [reachedTask]: checkedTask(pageOfPerson, noteReached),
      [notifyTask]: checkedTask(oneDelivery, sendWaiting),
      [deliverTask]: checkedTask(oneDelivery, sendApart),
      ...tasksOnDemand,
    }),
  };
}

const oneDelivery = v.object({ teamId: idSchema, pageId: idSchema, id: idSchema });
const pageOfPerson = v.object({ teamId: idSchema, pageId: idSchema, userId: idSchema });
