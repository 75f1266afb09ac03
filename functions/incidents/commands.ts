import { isLive } from '#domain/incident/status.ts';
import { changeIncident } from '#domain/incident/transitions.ts';
import { addComment as comment, pinComment } from '#domain/timeline/transitions.ts';
import { alertsOf, linkTo } from '../alerts/link.ts';
import { apply } from '../apply.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { startIncidentPage } from '../pages/start.ts';
import { change } from './change.ts';
import { handleDeclareIncident } from './declare.ts';
import { countOpenTasks } from './open-tasks.ts';
import { acceptRole, assignRole } from './roles.ts';
import { appendToTimeline, saveTimelineEvent } from './save.ts';
import { withdrawEntry } from './withdraw.ts';

const transitionIncident: CommandHandler<'transitionIncident'> = async (input, context, before) => {
  expectRevision(before, input.expectedRevision);
  const { to, note, resolveAlerts, leaveTasks } = input;
  const openTasks = to === 'closed' ? await countOpenTasks(context.work, before) : 0;
  const what = { kind: 'transition', to, note, resolveAlerts, leaveTasks, openTasks } as const;
  const { revision, status } = await change(context, before, what);
  return { revision, status };
};

const setSeverity: CommandHandler<'setSeverity'> = async (input, context, before) => {
  expectRevision(before, input.expectedRevision);
  const what = { kind: 'set-severity', severity: input.severity } as const;
  const { revision, severity } = await change(context, before, what);
  return { revision, severity };
};

const joinIncident: CommandHandler<'joinIncident'> = async (_, context, before) => {
  const { revision } = await change(context, before, { kind: 'join' });
  return { revision };
};

/**
 * The merged incident's alerts and people go along: what happens next belongs where the work goes on. Alerts of a private incident
 * that is merged into one of the team are the team's from then on; its own pages, timeline and files stay private.
 */
const mergeIncidents: CommandHandler<'mergeIncidents'> = async (
  { incidentId, intoId },
  context,
  before,
  { intoId: into },
) => {
  const { work, by } = context;
  if (incidentId !== intoId && !isLive(into)) {
    const sentence = 'The other incident is over. Merge into one that is still being worked on.';
    fail('already_resolved', {}, sentence);
  }
  const mergeInto = { kind: 'merge-into', intoId, intoNumber: into.number } as const;
  const merged = accept(changeIncident(before, mergeInto, context));
  const { number: fromNumber, people } = before;
  const mergedFrom = { kind: 'merged-from', fromId: incidentId, fromNumber, people } as const;
  const received = accept(changeIncident(into, mergedFrom, context));
  const { revision } = await apply(work, 'incident', before, merged);
  await apply(work, 'incident', into, received);
  for (const linked of await alertsOf(work, before)) await linkTo(work, linked, into, by);
  return { revision };
};

const page: CommandHandler<'page'> = async ({ whom, summary }, { work, by }, room) => {
  if (!isLive(room)) fail('already_resolved', {});
  const started = await apply(work, 'page', null, await startIncidentPage(work, room, whom, summary, by));
  if (started.notified.length === 0) fail('no_one_on_call', {});
  return { revision: started.revision, pageId: started.id };
};

const addComment: CommandHandler<'addComment'> = async ({ body }, context, incident) => {
  appendToTimeline(context.work, incident, comment(body, context).events);
  return { revision: incident.revision };
};

const pinEntry: CommandHandler<'pinEntry'> = async ({ pinned }, context, entry) => {
  const { state } = accept(pinComment(entry, pinned, context));
  if (state !== entry) saveTimelineEvent(context.work, entry, state);
  return { revision: state.revision };
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
  addComment,
  pinEntry,
  page,
} satisfies Partial<CommandHandlers>;
