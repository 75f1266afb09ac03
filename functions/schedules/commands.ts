/** Handlers of commands on schedules. */
import { policySchema } from '#domain/policy/schema.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { scheduleRemovalFailure, saveSchedule as saved, unpageable } from '#domain/schedule/transitions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, CommandFailed } from '../kernel/command-failed.ts';
import { overridesOf } from './new-override.ts';

const saveSchedule: CommandHandler<'saveSchedule'> = async (input, context) => {
  const { scheduleId: id, teamId, name, timezone, layers, takesEffectAt } = input;
  const { work } = context;
  const path = documentPaths.schedule(teamId, id);
  const before = await work.get(scheduleSchema, path);
  // A change does not recreate a schedule that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const refused = unpageable(before, layers, members, context.now);
  if (refused !== null) throw new CommandFailed(refused.error);
  const { state } = accept(saved(before, { id, teamId, name, timezone, layers }, takesEffectAt, context));
  work.save(path, state);
  return { revision: state.revision };
};

/** Removing one that is gone already changes nothing. */
const removeSchedule: CommandHandler<'removeSchedule'> = async ({ scheduleId, teamId }, { work }) => {
  const path = documentPaths.schedule(teamId, scheduleId);
  const before = await work.get(scheduleSchema, path);
  if (before === null) return { revision: 1 };
  const refused = scheduleRemovalFailure(
    await work.findAll(policySchema, query(collectionPaths.policies(teamId))),
    scheduleId,
  );
  if (refused !== null) throw new CommandFailed(refused.error);
  const overrides = await work.find(overrideSchema, overridesOf(teamId, scheduleId));
  for (const { id } of overrides) work.remove(documentPaths.override(teamId, id));
  work.remove(path);
  return { revision: before.revision + 1 };
};

export const scheduleHandlers = { saveSchedule, removeSchedule } satisfies Partial<CommandHandlers>;
