/** Manifests of providers that have few capabilities. */
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { capabilities, type Capability, requiredNames } from '#ports/capability-names.ts';

/** Capabilities that `sync` adds to a provider of documents. */
export const syncCapabilities = [
  'docs.offline',
  'docs.persistence',
  'docs.own-cache',
  'docs.transactions',
  'docs.sync',
] as const;

const required = new Set(requiredNames());

/** Manifest of a provider that has the capabilities and whole ports `given`, and answers `no` for all others. */
export const manifestOf = (provider: string, given: readonly Capability[]): CapabilityManifest => ({
  provider,
  supports: Object.fromEntries(
    (Object.keys(capabilities) as Capability[])
      .filter((name) => required.has(name) || !given.includes(name))
      .map((name) => [name, given.includes(name) ? 'yes' : 'no']),
  ) as CapabilityManifest['supports'],
});
