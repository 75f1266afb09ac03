/** Handlers of commands on services. */
import { policySchema } from '#domain/policy/schema.ts';
import { defaultJoining, serviceSchema, type Service } from '#domain/service/schema.ts';
import {
  cycleSentence,
  dependencyCycle,
  saveService as saved,
  type ServiceContent,
} from '#domain/service/transitions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { noteServiceName } from '../integrations/service-name.ts';
import { fail } from '../kernel/command-failed.ts';

const saveService: CommandHandler<'saveService'> = async (input, context) => {
  const { serviceId: id, teamId, name, description, policyId, ownerId, supportHours } = input;
  const lowPolicyId = input.lowPolicyId ?? null;
  const path = documentPaths.service(teamId, id);
  const before = await context.work.get(serviceSchema, path);
  // A change does not recreate a service that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  const dependsOn = [...new Set(input.dependsOn)];
  // A client without the field leaves it unchanged.
  const joining = input.joining === undefined ? before?.joining : input.joining;
  const about = { id, teamId, name, description, policyId, lowPolicyId, ownerId };
  const content = {
    ...about,
    supportHours,
    dependsOn,
    joining: joining === undefined ? defaultJoining : joining,
  };
  await requireKnown(content, before, context);
  const { state } = saved(before, content, context);
  context.work.save(path, state);
  if (before?.name !== name) noteServiceName(context.work, state);
  return { revision: state.revision };
};

/** Checks that newly added references exist; references from before may have been removed since. */
async function requireKnown(
  { id, teamId, policyId, lowPolicyId = null, ownerId, dependsOn = [] }: ServiceContent,
  before: Service | null,
  { work }: CommandContext,
): Promise<void> {
  for (const [field, chosen] of Object.entries({ policyId, lowPolicyId })) {
    if (chosen === null || chosen === before?.policyId || chosen === before?.lowPolicyId) continue;
    if ((await work.get(policySchema, documentPaths.policy(teamId, chosen))) === null)
      invalid(field, 'This policy no longer exists. Choose another one.');
  }
  const ownerPath = ownerId == null ? null : documentPaths.member(teamId, ownerId);
  if (ownerPath !== null && ownerId !== before?.ownerId && (await work.get(memberSchema, ownerPath)) === null)
    invalid('ownerId', 'This person is not in the team any more. Choose somebody who is.');

  const services = await work.find(serviceSchema, query(collectionPaths.services(teamId)));
  const known = new Set<string>([...services.map((one) => one.id), ...(before?.dependsOn ?? []), id]);
  const gone = dependsOn.findIndex((one) => !known.has(one));
  if (gone >= 0) invalid(`dependsOn.${gone}`, 'This service no longer exists. Choose another one.');
  const others = services.filter((one) => one.id !== id);
  const cycle = dependencyCycle([...others, { id, dependsOn }], id);
  const nameOf = (one: string) =>
    services.find((service) => service.id === one)?.name ?? 'A service that is gone';
  if (cycle !== null) invalid('dependsOn', cycleSentence(cycle, nameOf));
}

function invalid(field: string, rule: string): never {
  return fail('invalid', { field, rule }, rule);
}

/** Removing one that is gone already changes nothing. */
const removeService: CommandHandler<'removeService'> = async ({ serviceId, teamId }, { work }) => {
  const path = documentPaths.service(teamId, serviceId);
  const before = await work.get(serviceSchema, path);
  if (before !== null) work.remove(path);
  return { revision: (before?.revision ?? 0) + 1 };
};

export const serviceHandlers = { saveService, removeService } satisfies Partial<CommandHandlers>;
