/** Handlers of commands on an incident that has been declared. */
import { refuse } from '#domain/errors.ts';
import { changeIncident } from '#domain/incident/transitions.ts';
import { alertsOf, linkTo } from '../alerts/link.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { startIncidentPage } from '../pages/start.ts';
import { applyIncident } from './apply.ts';
import { handleDeclareIncident } from './declare.ts';
import { acceptRole, assignRole } from './roles.ts';
import { withdrawEntry } from './withdraw.ts';
import { isLive } from '#domain/incident/status.ts';

const transitionIncident: CommandHandler<'transitionIncident'> = async (input, context, before) => {
  const { work, userId } = context;
  expectRevision(before, input.expectedRevision);
  const { to, note } = input;
  const change = accept(changeIncident(before, { kind: 'transition', to, note }, userId, work.now));
  const { revision, status } = await applyIncident(work, before, change, userId);
  return { revision, status };
};

const setSeverity: CommandHandler<'setSeverity'> = async (input, context, before) => {
  const { work, userId } = context;
  expectRevision(before, input.expectedRevision);
  const what = { kind: 'set-severity', severity: input.severity } as const;
  const change = accept(changeIncident(before, what, userId, work.now));
  const { revision, severity } = await applyIncident(work, before, change, userId);
  return { revision, severity };
};

const joinIncident: CommandHandler<'joinIncident'> = async (_, context, before) => {
  const { work, userId } = context;
  const change = accept(changeIncident(before, { kind: 'join' }, userId, work.now));
  const { revision } = await applyIncident(work, before, change, userId);
  return { revision };
};

/**
 * The merged incident's alerts and people go along: what happens next belongs where the work goes on. Alerts of a private incident
 * that is merged into one of the team are the team's from then on; its own pages, timeline and files stay private.
 */
const mergeIncidents: CommandHandler<'mergeIncidents'> = async ({ incidentId, intoId }, context, before) => {
  const { work, userId, settings } = context;
  const into = await context.incident('setStatus', intoId);
  if (incidentId !== intoId && !isLive(into)) {
    const sentence = 'The other incident is over. Merge into one that is still being worked on.';
    fail(refuse('already_resolved', {}, sentence));
  }
  const mergeInto = { kind: 'merge-into', intoId, intoNumber: into.number } as const;
  const merged = accept(changeIncident(before, mergeInto, userId, work.now));
  const { number: fromNumber, people } = before;
  const mergedFrom = { kind: 'merged-from', fromId: incidentId, fromNumber, people } as const;
  const received = accept(changeIncident(into, mergedFrom, userId, work.now));
  const { revision } = await applyIncident(work, before, merged, userId);
  await applyIncident(work, into, received, userId);
  for (const linked of await alertsOf(work, before)) await linkTo(work, linked, into, userId, settings);
  return { revision };
};

const page: CommandHandler<'page'> = async ({ whom, summary }, context, room) => {
  const { work, userId, settings } = context;
  if (!isLive(room)) fail(refuse('already_resolved', {}));
  const started = await startIncidentPage(work, room, whom, summary, userId, settings);
  if (started.notified.length === 0) fail(refuse('no_one_on_call', {}));
  return { revision: started.revision, pageId: started.id };
};

export const incidentHandlers = {
  declareIncident: handleDeclareIncident,
  transitionIncident,
  mergeIncidents,
  setSeverity,
  assignRole,
  acceptRole,
  joinIncident,
  withdrawEntry,
  page,
} satisfies Partial<CommandHandlers>;
