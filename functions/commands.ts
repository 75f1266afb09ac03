/** The handler of every command in the catalogue. A command without one does not compile. */
import type { CallName } from '#api/commands.ts';
import type { Callable } from '#ports/server/handlers.ts';
import { acknowledgeAlert, linkAlert, resolveAlert, snoozeAlert } from './alerts/commands.ts';
import { registerDevice, sendDrill } from './devices/commands.ts';
import { joinIncident, mergeIncidents, page, setSeverity, transitionIncident } from './incidents/commands.ts';
import { handleDeclareIncident } from './incidents/declare.ts';
import { acceptRole, assignRole } from './incidents/roles.ts';
import { withdrawEntry } from './incidents/withdraw.ts';
import { callableOf, type CommandHandler } from './kernel/command.ts';
import {
  handleAcknowledgePage,
  handleDeclinePage,
  handleEscalatePage,
  handleRecordReceipt,
} from './pages/commands.ts';
import { createTeam, joinDemonstration, leaveDemonstration } from './team/commands.ts';

const handlers: { readonly [N in CallName]: CommandHandler<N> } = {
  createTeam,
  joinDemonstration,
  leaveDemonstration,
  declareIncident: handleDeclareIncident,
  transitionIncident,
  mergeIncidents,
  setSeverity,
  assignRole,
  acceptRole,
  joinIncident,
  withdrawEntry,
  page,
  acknowledgePage: handleAcknowledgePage,
  escalatePage: handleEscalatePage,
  declinePage: handleDeclinePage,
  recordReceipt: handleRecordReceipt,
  registerDevice,
  sendDrill,
  linkAlert,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
};

const wrap = <N extends CallName>(name: N): Callable => callableOf(name, handlers[name]);

export const callables = Object.fromEntries(
  (Object.keys(handlers) as CallName[]).map((name) => [name, wrap(name)]),
) as Readonly<Record<CallName, Callable>>;
