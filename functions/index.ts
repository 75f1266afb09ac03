/** Muster's server code as one set that any provider's runtime can run. */
import { constants } from '#domain/constants.ts';
import type { CallName } from '#api/commands.ts';
import type { Callable, FunctionSet, TaskHandler } from '#ports/server/handlers.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import type { Json } from '#ports/shared.ts';
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { acknowledgeAlert, linkAlert, resolveAlert, snoozeAlert } from './alerts/commands.ts';
import { wakeAlert } from './alerts/wake.ts';
import { registerDevice, sendDrill } from './devices/commands.ts';
import { joinIncident, mergeIncidents, page, setSeverity, transitionIncident } from './incidents/commands.ts';
import { declareIncident } from './incidents/declare.ts';
import { acceptRole, assignRole } from './incidents/roles.ts';
import { withdrawEntry } from './incidents/withdraw.ts';
import { ingest } from './ingest/http.ts';
import { acknowledgePage, declinePage, escalatePage, recordReceipt } from './pages/commands.ts';
import { tickPage } from './pages/tick.ts';
import { sweep } from './sweep.ts';
import { tickTask, wakeTask } from './tasks.ts';
import { createTeam, joinDemonstration, leaveDemonstration } from './team/commands.ts';

export interface FunctionsOptions {
  /** How often the sweep runs, in seconds: 1 to 60. Default 60. */
  readonly sweepSeconds?: number;
}

const callables: Readonly<Record<CallName, Callable>> = {
  createTeam,
  joinDemonstration,
  leaveDemonstration,
  declareIncident,
  transitionIncident,
  mergeIncidents,
  setSeverity,
  assignRole,
  acceptRole,
  joinIncident,
  withdrawEntry,
  page,
  acknowledgePage,
  escalatePage,
  declinePage,
  recordReceipt,
  registerDevice,
  sendDrill,
  linkAlert,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
};

export const functionsOptions = { sweepSeconds: true } as const satisfies OptionNames<FunctionsOptions>;

/**
 * @throws TypeError for an interval out of bounds: paging would be late by more than the product promises; for an option that there
 * is not
 */
export function createFunctions(options: FunctionsOptions = {}): Required<FunctionSet> {
  checkOptions('createFunctions', options, functionsOptions);
  const seconds = options.sweepSeconds ?? constants.engineTickSeconds;
  if (!(seconds >= 1 && seconds <= constants.engineTickSeconds))
    throw new TypeError(`The sweep runs every 1 to ${constants.engineTickSeconds} s; ${seconds} was given.`);
  return {
    callables,
    http: ingest,
    schedules: { sweep: { everyMs: seconds * 1000, run: sweep } },
    tasks: {
      [tickTask]: task(v.object({ teamId: idSchema, pageId: idSchema }), (server, { teamId, pageId }) =>
        tickPage(server, teamId, pageId),
      ),
      [wakeTask]: task(v.object({ teamId: idSchema, alertId: idSchema }), (server, { teamId, alertId }) =>
        wakeAlert(server, teamId, alertId),
      ),
    },
  };
}

function task<S extends v.GenericSchema>(
  schema: S,
  run: (server: Parameters<TaskHandler>[1], payload: v.InferOutput<S>) => Promise<void>,
): TaskHandler {
  return (payload: Json, server) => run(server, v.parse(schema, payload));
}
