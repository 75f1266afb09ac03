import { capabilities, type Capability, type CapabilityManifest } from '#ports/capabilities.ts';

/** What `sync` gives by itself; everything else is `no`. */
const given: ReadonlySet<Capability> = new Set<Capability>([
  'docs.offline',
  'docs.persistence',
  'docs.own-cache',
]);

const names = Object.keys(capabilities) as Capability[];

export const minimalManifest: CapabilityManifest = {
  provider: 'minimal',
  supports: Object.fromEntries(
    names.map((name) => [name, given.has(name) ? 'yes' : 'no']),
  ) as CapabilityManifest['supports'],
};
