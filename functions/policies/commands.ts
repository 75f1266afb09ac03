/** Handlers of commands on policies. */
import { policySchema } from '#domain/policy/schema.ts';
import { policyRemovalFailure, savePolicy as saved, unknownTarget } from '#domain/policy/transitions.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { CommandFailed } from '../kernel/command-failed.ts';

const savePolicy: CommandHandler<'savePolicy'> = async (input, context) => {
  const { policyId: id, teamId, name, steps, repeat } = input;
  const { work } = context;
  const path = documentPaths.policy(teamId, id);
  const before = await work.get(policySchema, path);
  // One that was removed meanwhile is not made again by a change of it.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
  const refused = unknownTarget(before, steps, { members, schedules });
  if (refused !== null) throw new CommandFailed(refused.error);
  const { state } = saved(before, { id, teamId, name, steps, repeat }, context);
  work.save(path, state);
  return { revision: state.revision };
};

/** Removing one that is gone already changes nothing. */
const removePolicy: CommandHandler<'removePolicy'> = async ({ policyId, teamId }, { work }) => {
  const path = documentPaths.policy(teamId, policyId);
  const before = await work.get(policySchema, path);
  if (before === null) return { revision: 1 };
  const services = await work.find(serviceSchema, query(collectionPaths.services(teamId)));
  const refused = policyRemovalFailure(services, policyId);
  if (refused !== null) throw new CommandFailed(refused.error);
  work.remove(path);
  return { revision: before.revision + 1 };
};

export const policyHandlers = { savePolicy, removePolicy } satisfies Partial<CommandHandlers>;
