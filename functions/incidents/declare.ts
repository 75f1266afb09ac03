/** Handler of `declareIncident`: alone or from an alert, with pages that start in the same transaction. */
import type { Incident } from '#domain/incident/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { refuse } from '#domain/errors.ts';
import { declareIncident as declare } from '#domain/incident/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { type CommandContext, type CommandHandler } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { linkTo } from '../alerts/link.ts';
import { startIncidentPage } from '../pages/start.ts';
import { applyIncident } from './apply.ts';

export const handleDeclareIncident: CommandHandler<'declareIncident'> = async (input, context) => {
  if (input.page.length > 0) context.require('page');
  const { work, teamId, userId, settings } = context;
  const serviceIds = [...new Set(input.serviceIds)];
  await requireServices(context, serviceIds);

  const owner = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const number = owner.lastIncidentNumber + 1;
  // The counter is no setting: whoever edits the team has not been overtaken by it.
  work.save(documentPaths.team(teamId), { ...owner, lastIncidentNumber: number });

  const incidentId = work.newId();
  const { title, severity } = input;
  const what = { id: incidentId, teamId, number, title, severity, serviceIds, private: input.private };
  const declared = await applyIncident(work, null, declare({ ...what, by: userId }, work.now), userId);
  if (input.alertId !== null) await linkFrom(context, input.alertId, declared);

  const pageIds: string[] = [];
  for (const whom of input.page) {
    const room = await context.incident('page', incidentId);
    const started = await startIncidentPage(work, room, whom, title, userId, settings);
    pageIds.push(started.id);
  }
  const { revision } = await context.incident('read', incidentId);
  return { revision, incidentId, number, pageIds };
};

async function requireServices(
  { work, teamId }: CommandContext,
  serviceIds: readonly string[],
): Promise<void> {
  for (const [index, id] of serviceIds.entries()) {
    if ((await work.get(serviceSchema, documentPaths.service(teamId, id))) !== null) continue;
    const rule = 'This service no longer exists. Choose another one.';
    fail(refuse('invalid', { field: `serviceIds.${index}`, rule }));
  }
}

/** Two people may declare from the same alert at once; the second is told. */
async function linkFrom(context: CommandContext, alertId: string, into: Guarded<Incident>): Promise<void> {
  const { work, userId, settings } = context;
  const from = await context.alert('editAlerts', alertId);
  if (from.incidentId !== null) {
    const sentence = 'An incident was declared from this alert already. Join it instead.';
    fail(refuse('conflict', { currentRevision: from.revision }, sentence));
  }
  await linkTo(work, from, into, userId, settings);
}
