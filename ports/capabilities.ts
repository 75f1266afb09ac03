/**
 * Capabilities of a provider, published by the provider at run time. They drive what screens offer and are the only reason for a
 * contract scenario to be skipped.
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
