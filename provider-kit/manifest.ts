/** Manifests of providers that have few capabilities. */
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { capabilities, type Capability } from '#ports/capability-names.ts';

/** What `sync` gives a provider of documents. */
export const syncCapabilities = [
  'docs.offline',
  'docs.persistence',
  'docs.own-cache',
  'docs.transactions',
  'docs.sync',
] as const;

/** Manifest of a provider that has the capabilities `given`, and answers `no` for all others. */
export const manifestOf = (provider: string, given: readonly Capability[]): CapabilityManifest => ({
  provider,
  supports: Object.fromEntries(
    (Object.keys(capabilities) as Capability[]).map((name) => [name, given.includes(name) ? 'yes' : 'no']),
  ) as CapabilityManifest['supports'],
});
