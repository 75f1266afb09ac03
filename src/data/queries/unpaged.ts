/** Keys and services of the team whose alerts page nobody. */
import { unpagedSources, type UnpagedSource } from '#domain/readiness/unpaged.ts';
import type { LiveList } from '../client/documents.ts';
import { links } from '../links.ts';
import { useServices } from './alerts.ts';
import { useIntegrations } from './integrations.ts';
import { usePolicies } from './on-call.ts';

/** None until the server has confirmed the services and policies. Unreadable ones exist all the same, and are not listed as gone. */
export function useUnpagedSources(): readonly UnpagedSource[] {
  const integrations = useIntegrations().data;
  const services = useServices().data;
  const policies = usePolicies().data;
  if (!integrations || !services || !policies || services.fromCache || policies.fromCache) return [];
  return unpagedSources({
    integrations: integrations.items.map(({ value }) => value),
    services: services.items.map(({ value }) => value),
    serviceIds: storedIds(services),
    policyIds: storedIds(policies),
  });
}

/** Screen where the source is changed. */
export const unpagedHref = ({ kind, id }: UnpagedSource): string =>
  kind === 'serviceGone' ? links.integration(id) : links.service(id);

const storedIds = ({ items, unreadable }: LiveList<{ readonly id: string }>): readonly string[] => [
  ...items.map(({ value }) => value.id),
  ...unreadable.map((path) => path.slice(path.lastIndexOf('/') + 1)),
];
