/** Sources of alerts that page nobody although nobody decided so: keys without a service, services without a policy. */
import type { Integration } from '../integration/schema.ts';
import type { Page } from '../page/schema.ts';
import { policyFor } from '../service/paging.ts';
import type { Service } from '../service/schema.ts';

type Urgency = Page['urgency'];

export interface PagingSetup {
  readonly integrations: readonly Pick<Integration, 'id' | 'name' | 'serviceId' | 'revokedAt'>[];
  readonly services: readonly Pick<Service, 'id' | 'name' | 'policyId' | 'lowPolicyId'>[];
  /** Ids of all stored services, those that can't be read included. */
  readonly serviceIds: readonly string[];
  /** Ids of all stored policies, likewise. */
  readonly policyIds: readonly string[];
}

interface Source {
  readonly id: string;
  readonly name: string;
}

/** `serviceGone` is about an integration, the others are about a service. `urgencies`: those that page nobody. */
export type UnpagedSource = Source &
  (
    | { readonly kind: 'serviceGone' }
    | { readonly kind: 'policyGone'; readonly urgencies: readonly Urgency[] }
    | {
        readonly kind: 'noPolicy';
        readonly urgencies: readonly Urgency[];
        /** Names of the keys in use that send to the service. */
        readonly keys: readonly string[];
      }
  );

/** A service without a policy is listed only while a key in use sends to it: without one, nothing of it is lost. */
export function unpagedSources(setup: PagingSetup): readonly UnpagedSource[] {
  const serviceIds = new Set(setup.serviceIds);
  const inUse = setup.integrations.filter(({ revokedAt }) => revokedAt === null);
  return [
    ...inUse.flatMap(({ id, name, serviceId }): UnpagedSource[] =>
      serviceIds.has(serviceId) ? [] : [{ kind: 'serviceGone', id, name }],
    ),
    ...setup.services.flatMap((service) => ofService(service, inUse, setup.policyIds)),
  ];
}

function ofService(
  service: PagingSetup['services'][number],
  inUse: PagingSetup['integrations'],
  policyIds: readonly string[],
): readonly UnpagedSource[] {
  const { id, name } = service;
  const policies = (['high', 'low'] as const).map((urgency) => ({
    urgency,
    policyId: policyFor(service, urgency),
  }));
  const urgenciesOf = (isListed: (policyId: string | null) => boolean) =>
    policies.filter(({ policyId }) => isListed(policyId)).map(({ urgency }) => urgency);
  const gone = urgenciesOf((policyId) => policyId !== null && !policyIds.includes(policyId));
  if (gone.length > 0) return [{ kind: 'policyGone', id, name, urgencies: gone }];
  const without = urgenciesOf((policyId) => policyId === null);
  const keys = inUse.filter(({ serviceId }) => serviceId === id).map((key) => key.name);
  return without.length > 0 && keys.length > 0
    ? [{ kind: 'noPolicy', id, name, urgencies: without, keys }]
    : [];
}

export function unpagedSentence(source: UnpagedSource): string {
  if (source.kind === 'serviceGone')
    return 'The service of this key is gone: its alerts page nobody. Move the key to another service, or revoke it.';
  const [only, ...others] = source.urgencies;
  const urgency = others.length === 0 ? ` of ${only} urgency` : '';
  if (source.kind === 'policyGone')
    return `Its policy is gone: alerts${urgency} page nobody. Choose another policy.`;
  const keys = source.keys.length === 1 ? 'the key' : 'the keys';
  return `It has no policy${urgency === '' ? '' : ` for alerts${urgency}`}: alerts of ${source.keys.join(', ')} page nobody. Choose a policy, or revoke ${keys}.`;
}
