/** Changes of a service and of its dependencies. */
import { changedTo, type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Service } from './schema.ts';

export type ServiceContent = Pick<
  Service,
  | 'id'
  | 'teamId'
  | 'name'
  | 'description'
  | 'policyId'
  | 'lowPolicyId'
  | 'ownerId'
  | 'supportHours'
  | 'dependsOn'
  | 'joining'
>;

/** `before` null for a new one. */
export const saveService = (
  before: Service | null,
  content: ServiceContent,
  context: TransitionContext,
): Changed<Service, never> =>
  before === null
    ? changedTo({ ...content, createdAt: context.now, createdBy: context.by, revision: 1 }, context)
    : transitioned(before, content, context);

type Node = Pick<Service, 'id' | 'dependsOn'>;

/**
 * The shortest way from a service over what it depends on back to itself, as ids that begin and end with it; null if there is none.
 * A service that is not among them depends on nothing.
 */
export function dependencyCycle(services: readonly Node[], id: string): readonly string[] | null {
  const below = new Map(services.map((one) => [one.id, one.dependsOn ?? []]));
  const seen = new Set<string>();
  let ways: readonly (readonly string[])[] = [[id]];
  while (ways.length > 0) {
    const next: (readonly string[])[] = [];
    for (const way of ways) {
      for (const further of below.get(way.at(-1) ?? id) ?? []) {
        if (further === id) return [...way, id];
        if (seen.has(further)) continue;
        seen.add(further);
        next.push([...way, further]);
      }
    }
    ways = next;
  }
  return null;
}

/** Sentence that refuses a dependency which leads back to the service. */
export const cycleSentence = (cycle: readonly string[], nameOf: (id: string) => string): string =>
  `This service → ${cycle
    .slice(1, -1)
    .map((id) => `${nameOf(id)} → `)
    .join('')}this service is a circle. Take one of them out.`;

/** Services that depend on a service directly. */
export const dependentsOf = <S extends Node>(services: readonly S[], id: string): readonly S[] =>
  services.filter(({ dependsOn }) => dependsOn?.includes(id) === true);

/** Replaces the owner of a service; `to` null: the service has no owner. */
export const handOverService = (
  service: Service,
  { from, to }: { readonly from: string; readonly to: string | null },
  context: TransitionContext,
): Changed<Service, never> =>
  service.ownerId === from ? transitioned(service, { ownerId: to }, context) : unchanged(service);
