/** Handlers of commands on maintenance windows. */
import { settingsLimits } from '#domain/settings-limits.ts';
import { type Maintenance, maintenanceSchema } from '#domain/maintenance/schema.ts';
import { endMaintenance as ended, saveMaintenance as saved } from '#domain/maintenance/transitions.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unfinishedWindows } from './hold.ts';
import { scheduleTick } from './tick.ts';

const saveMaintenance: CommandHandler<'saveMaintenance'> = async (input, context) => {
  const { maintenanceId: id, commandId: _, ageMs: __, expectedRevision, ...content } = input;
  const { work } = context;
  const path = documentPaths.maintenance(input.teamId, id);
  const before = await work.get(maintenanceSchema, path);
  expectRevision(before ?? { revision: 0 }, expectedRevision);
  await requireServices(work, input.teamId, input.serviceIds, before);
  if (before === null) {
    const others = await work.find(maintenanceSchema, unfinishedWindows(input.teamId));
    if (others.length >= settingsLimits.maintenanceWindows)
      fail('limit_reached', { limit: settingsLimits.maintenanceWindows });
  }
  const { state } = accept(saved(before, { ...content, id }, context));
  work.save(path, state);
  scheduleTick(work, state);
  return { revision: state.revision };
};

const endMaintenance: CommandHandler<'endMaintenance'> = async ({ maintenanceId, teamId }, context) => {
  const path = documentPaths.maintenance(teamId, maintenanceId);
  const before = found(await context.work.get(maintenanceSchema, path));
  const { state } = ended(before, context);
  if (state !== before) {
    context.work.save(path, state);
    scheduleTick(context.work, state);
  }
  return { revision: state.revision };
};

/** Checks that newly added services exist; services from before may have been removed since. */
async function requireServices(
  work: CommandWork,
  teamId: string,
  serviceIds: Maintenance['serviceIds'],
  before: Maintenance | null,
): Promise<void> {
  for (const [index, id] of (serviceIds ?? []).entries()) {
    if (before?.serviceIds?.includes(id)) continue;
    if ((await work.get(serviceSchema, documentPaths.service(teamId, id))) !== null) continue;
    const rule = 'This service no longer exists. Choose another one.';
    fail('invalid', { field: `serviceIds.${index}`, rule }, rule);
  }
}

export const maintenanceHandlers = { saveMaintenance, endMaintenance } satisfies Partial<CommandHandlers>;
