/** Capabilities of the embedded provider, by what its cloud is made of. */
import type { CapabilityManifest } from '#ports/capabilities.ts';
import type { ServiceName } from '#ports/control.ts';

/** Capabilities of the embedded provider. A `no` is a gap: the contract suites skip its scenarios by name. */
export const embeddedCapabilities: CapabilityManifest = {
  provider: 'embedded',
  supports: {
    'auth.password': 'yes',
    'auth.links': 'yes',
    'auth.phone': 'yes',
    'auth.social': 'yes',
    'auth.guests': 'yes',
    'auth.custom-token': 'yes',
    'auth.linking': 'yes',
    'auth.mail': 'yes',
    'auth.totp': 'yes',
    'auth.sms-factor': 'yes',
    'auth.password-rules': 'yes',
    'auth.language': 'yes',
    'auth.session': 'yes',
    'auth.deletion': 'yes',
    'auth.passkeys': 'no',
    'docs.offline': 'yes',
    'docs.persistence': 'yes',
    'docs.own-cache': 'yes',
    'docs.aggregates': 'yes',
    'docs.groups': 'yes',
    'docs.transactions': 'yes',
    'docs.sync': 'yes',
    'docs.indexes': 'yes',
    'docs.nearest': 'yes',
    'docs.rules': 'yes',
    'docs.refused-lists': 'yes',
    'realtime.transactions': 'yes',
    'realtime.priorities': 'yes',
    'realtime.lists': 'yes',
    'realtime.disconnects': 'yes',
    'realtime.connection': 'yes',
    'realtime.rules': 'yes',
    'functions.stream': 'yes',
    'functions.cancellation': 'yes',
    'storage.resumable': 'yes',
    'storage.metadata': 'yes',
    'storage.content': 'yes',
    'storage.ranges': 'yes',
    'storage.listing': 'yes',
    'storage.rules': 'yes',
    'messaging.push': 'no',
    'messaging.foreground': 'yes',
    'config.remote': 'yes',
    'config.live': 'yes',
    'config.conditions': 'yes',
    'performance.collection': 'yes',
    'performance.collect': 'yes',
    // In a cloud hosted by a browser: pages of other sites can't reach it.
    'server.http': 'no',
    'server.mail': 'yes',
    control: 'yes',
  },
};

/** In a cloud whose server sends web push. */
const push = { unverified: 'no run so far has used a browser’s own push service' };

/**
 * Capabilities for members of a shared cloud who are not its operators. No social sign-in: its accounts are made up, and anybody
 * could take one.
 */
export const memberCapabilities: CapabilityManifest = {
  provider: 'embedded',
  supports: {
    ...embeddedCapabilities.supports,
    'auth.social': 'no',
    'messaging.push': push,
    'server.http': 'yes',
    control: 'no',
  },
};

/** Parts of a cloud that a manifest depends on. */
export interface GivenParts {
  readonly services: ReadonlySet<ServiceName>;
  /** Whether a query that no index serves is refused. */
  readonly checksIndexes: boolean;
  /** Languages of the rules, by service. */
  readonly ruled: { readonly [name in 'docs' | 'realtime' | 'storage']: object | undefined };
  /** Whether documents outlast a client in its stores. */
  readonly keepsDocs: boolean;
}

/** Services that a manifest names as a whole where they are missing. */
const wholeServices = ['realtime', 'functions', 'storage', 'messaging', 'config', 'performance'] as const;

/** Capabilities of a client of a cloud with these parts alone. */
export function capabilitiesWith({
  services,
  checksIndexes,
  ruled,
  keepsDocs,
}: GivenParts): CapabilityManifest {
  const lacking = new Set<string>();
  if (!checksIndexes) lacking.add('docs.indexes');
  if (!keepsDocs) lacking.add('docs.persistence');
  for (const name of ['docs', 'realtime', 'storage'] as const) if (!ruled[name]) lacking.add(`${name}.rules`);
  const absent = (['auth', 'docs', ...wholeServices] as const).filter((name) => !services.has(name));
  for (const name of Object.keys(embeddedCapabilities.supports))
    if (absent.some((service) => name.startsWith(`${service}.`))) lacking.add(name);
  for (const name of wholeServices) if (absent.includes(name)) lacking.add(name);
  const no = Object.fromEntries([...lacking].map((name) => [name, 'no']));
  return { provider: 'embedded', supports: { ...embeddedCapabilities.supports, ...no } };
}
