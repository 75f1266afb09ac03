/** Changes of routing rules: each is a version that can be restored. */
import { settingsLimits } from '../settings-limits.ts';
import { changedTo, type Changed, transitioned, type TransitionContext } from '../transition.ts';
import type { Routing, RoutingRule, RoutingVersion } from './schema.ts';

/** `before` null: the first rules. */
export const savedRouting = (
  before: Pick<Routing, 'id' | 'teamId' | 'createdAt' | 'createdBy' | 'revision'> | null,
  {
    integrationId,
    teamId,
    rules,
  }: Pick<RoutingVersion, 'integrationId' | 'teamId'> & { readonly rules: RoutingRule[] },
  context: TransitionContext,
): Changed<Routing, never> =>
  before === null
    ? changedTo(
        { id: integrationId, teamId, createdAt: context.now, createdBy: context.by, revision: 1, rules },
        context,
      )
    : transitioned<Routing>({ ...before, rules }, {}, context);

export const routingVersionId = (integrationId: string, version: number): string =>
  `${integrationId}-${version}`;

/** The version that a change makes. */
export const versionOf = (
  { id: integrationId, teamId, revision: version, rules }: Routing,
  serviceId: RoutingVersion['serviceId'],
  { now: createdAt, by: createdBy }: TransitionContext,
): RoutingVersion => ({
  ...{ id: routingVersionId(integrationId, version), teamId, createdAt, createdBy, revision: 1 },
  ...{ integrationId, version, serviceId, rules },
});

/** The version that a change pushes out; null: there is room. */
export const oldestVersion = ({ revision }: Pick<Routing, 'revision'>): number | null =>
  revision > settingsLimits.routingVersions ? revision - settingsLimits.routingVersions : null;
