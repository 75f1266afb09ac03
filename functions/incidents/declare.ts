/** Handler of `declareIncident`: alone or from an alert, with pages that start in the same transaction. */
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { declareIncident as declare } from '#domain/incident/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { type CommandContext, type CommandHandler } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { linkTo } from '../alerts/link.ts';
import { startIncidentPage } from '../pages/start.ts';
import { apply } from '../apply.ts';
import { currentIncident } from './save.ts';

export const handleDeclareIncident: CommandHandler<'declareIncident'> = async (
  input,
  context,
  _,
  { alertId: from },
) => {
  const { work, teamId, by } = context;
  const serviceIds = [...new Set(input.serviceIds)];
  await requireServices(context, serviceIds);

  const owner = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const number = owner.lastIncidentNumber + 1;
  // The counter is no setting: whoever edits the team has not been overtaken by it.
  work.save(documentPaths.team(teamId), { ...owner, lastIncidentNumber: number });

  const incidentId = work.newId();
  const { title, severity } = input;
  const what = { id: incidentId, teamId, number, title, severity, serviceIds, private: input.private };
  const declared = await apply(work, 'incident', null, declare(what, context));
  if (from !== null) await linkFrom(context, from, declared);

  const pageIds: string[] = [];
  for (const whom of input.page) {
    const started = await startIncidentPage(work, declared, whom, title, by);
    pageIds.push((await apply(work, 'page', null, started)).id);
  }
  const { revision } = await currentIncident(work, declared);
  return { revision, incidentId, number, pageIds };
};

async function requireServices(
  { work, teamId }: CommandContext,
  serviceIds: readonly string[],
): Promise<void> {
  for (const [index, id] of serviceIds.entries()) {
    if ((await work.get(serviceSchema, documentPaths.service(teamId, id))) !== null) continue;
    const rule = 'This service no longer exists. Choose another one.';
    fail('invalid', { field: `serviceIds.${index}`, rule });
  }
}

/** Two people may declare from the same alert at once; the second is told. */
async function linkFrom(
  { work, by }: CommandContext,
  from: Guarded<Alert>,
  into: Guarded<Incident>,
): Promise<void> {
  if (from.incidentId !== null) {
    const sentence = 'An incident was declared from this alert already. Join it instead.';
    fail('conflict', { currentRevision: from.revision }, sentence);
  }
  await linkTo(work, from, into, by);
}
