/** Handler of `saveRouting`: rules are checked as a whole before they are stored, since nobody looks when they apply. */
import { type Integration, integrationSchema } from '#domain/integration/schema.ts';
import { changeRouting } from '#domain/integration/transitions.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { prepareRules, rulesFault } from '#domain/routing/prepare.ts';
import type { RoutingRule } from '#domain/routing/schema.ts';
import { readableRoutingSchema } from '#domain/routing/readable-rules.ts';
import {
  oldestVersion,
  routingVersionId,
  savedRouting as saved,
  versionOf,
} from '#domain/routing/transitions.ts';
import { type Service, serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { patternsFor } from '#api/load-patterns.ts';
import { query } from '#ports/docs/query.ts';
import { type CommandHandler, expectRevision } from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { noteServiceName } from './service-name.ts';

export const saveRouting: CommandHandler<'saveRouting'> = async (input, context) => {
  const { integrationId, teamId, serviceId, rules, expectedRevision } = input;
  const { work } = context;
  const path = documentPaths.routing(teamId, integrationId);
  const before = await work.get(readableRoutingSchema, path);
  const integrationPath = documentPaths.integration(teamId, integrationId);
  expectRevision(before ?? { revision: 0 }, expectedRevision);
  const integration = found(await work.get(integrationSchema, integrationPath));
  await requireSound(rules);
  const services = await work.find(serviceSchema, query(collectionPaths.services(teamId)));
  requireServices(rules, services);
  if (rules.length > 0) await requirePaging(work, { teamId, serviceId });
  else if (!services.some(({ id }) => id === serviceId)) goneService('serviceId');
  const changed = accept(changeRouting(integration, { serviceId, routingRules: rules.length }, context));
  const { state } = saved(before, { integrationId, teamId, rules }, context);
  work.save(integrationPath, changed.state);
  work.save(path, state);
  const version = versionOf(state, serviceId, context);
  work.save(documentPaths.routingVersion(teamId, version.id), version);
  await removeOldest(work, teamId, integrationId, oldestVersion(state));
  for (const service of services) noteServiceName(work, service);
  return { revision: state.revision };
};

/** Checks that the service pages somebody: the default of routing rules is for alerts that nobody thought of. */
export async function requirePaging(
  work: CommandWork,
  { teamId, serviceId }: Pick<Integration, 'teamId' | 'serviceId'>,
): Promise<void> {
  const service = await work.get(serviceSchema, documentPaths.service(teamId, serviceId));
  if (service === null) return goneService('serviceId');
  const { policyId } = service;
  const policy =
    policyId === null ? null : await work.get(policySchema, documentPaths.policy(teamId, policyId));
  if (policy === null)
    invalid(
      'serviceId',
      'The default must page somebody, and this service has no policy. Choose another service, or give it a policy.',
    );
}

async function requireSound(rules: readonly RoutingRule[]): Promise<void> {
  const fault = rulesFault(rules);
  if (fault !== null) invalid('rules', fault);
  const [broken] = prepareRules(rules, await patternsFor(rules)).broken;
  if (broken === undefined) return;
  const { number, name, condition, problem } = broken;
  const { kind = 'equals' } = rules[number - 1]?.conditions[condition ?? -1] ?? {};
  const place = condition === null ? '' : `.conditions.${condition}${kind === 'matches' ? '.pattern' : ''}`;
  const field = `rules.${number - 1}${place}`;
  invalid(field, `Rule ${number} “${name}”: ${problem}`);
}

function requireServices(rules: readonly RoutingRule[], services: readonly Service[]): void {
  for (const [index, { action }] of rules.entries()) {
    if (action.kind === 'drop' || action.service.by !== 'id') continue;
    const { serviceId } = action.service;
    if (!services.some(({ id }) => id === serviceId)) goneService(`rules.${index}.action.service.serviceId`);
  }
}

async function removeOldest(
  work: CommandWork,
  teamId: string,
  integrationId: string,
  version: number | null,
): Promise<void> {
  if (version === null) return;
  const path = documentPaths.routingVersion(teamId, routingVersionId(integrationId, version));
  if ((await work.get(readableRoutingSchema, path)) !== null) work.remove(path);
}

const goneService = (field: string): never =>
  invalid(field, 'This service no longer exists. Choose another one.');

const invalid = (field: string, rule: string): never => fail('invalid', { field, rule }, rule);
