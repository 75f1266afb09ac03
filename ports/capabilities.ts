/**
 * Capabilities of a provider, published by the provider at run time: the source of the features that screens offer, and the only reason for
 * skipping a contract scenario.
 */
import type { Capability, WholePort } from './capability-names.ts';

/** `unverified`: implemented, but no run so far could show it (the reason says why). */
export type CapabilitySupport = 'yes' | 'no' | { readonly unverified: string };

export interface CapabilityManifest {
  readonly provider: string;
  readonly supports: {
    readonly [name in Exclude<Capability, WholePort>]: CapabilitySupport;
  } & { readonly [name in WholePort]?: 'no' };
}

export const supportOf = ({ supports }: CapabilityManifest, name: Capability): CapabilitySupport =>
  supports[name] ?? 'yes';

export const can = (manifest: CapabilityManifest, name: Capability): boolean =>
  supportOf(manifest, name) !== 'no';
