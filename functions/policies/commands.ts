/** Handlers of commands on policies. */
import { chainFailure } from '#domain/policy/chain.ts';
import { type Policy, policySchema } from '#domain/policy/schema.ts';
import {
  policyRemovalFailure,
  savePolicy as saved,
  unknownPolicy,
  unknownTarget,
} from '#domain/policy/transitions.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { CommandFailed } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';

const savePolicy: CommandHandler<'savePolicy'> = async (input, context) => {
  const { policyId: id, teamId, name, steps, repeat, thenPolicyId = null } = input;
  const { work } = context;
  const path = documentPaths.policy(teamId, id);
  const before = await work.get(policySchema, path);
  // A change does not recreate a policy that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
  const content = { id, teamId, name, steps, repeat, thenPolicyId };
  const others = (await policiesOf(work, teamId)).filter((one) => one.id !== id);
  const refused =
    unknownTarget(before, steps, { members, schedules }) ??
    unknownPolicy(before, thenPolicyId, others) ??
    chainFailure(content, others);
  if (refused !== null) throw new CommandFailed(refused.error);
  const { state } = saved(before, content, context);
  work.save(path, state);
  return { revision: state.revision };
};

/** Removing one that is gone already changes nothing. */
const removePolicy: CommandHandler<'removePolicy'> = async ({ policyId, teamId }, { work }) => {
  const path = documentPaths.policy(teamId, policyId);
  const before = await work.get(policySchema, path);
  if (before === null) return { revision: 1 };
  const services = await work.findAll(serviceSchema, query(collectionPaths.services(teamId)));
  const refused = policyRemovalFailure(services, await policiesOf(work, teamId), policyId);
  if (refused !== null) throw new CommandFailed(refused.error);
  work.remove(path);
  return { revision: before.revision + 1 };
};

const policiesOf = (work: CommandWork, teamId: string): Promise<readonly Policy[]> =>
  work.find(policySchema, query(collectionPaths.policies(teamId)));

export const policyHandlers = { savePolicy, removePolicy } satisfies Partial<CommandHandlers>;
