/** Extensions of the ports by the capability that names each. */
import type { Auth } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { type CapabilityManifest, can } from '#ports/capabilities.ts';
import type { Capability } from '#ports/capability-names.ts';

type ExtensionTable = Partial<Record<Capability, (backend: Backend) => object | null>>;

const extensions = {
  'auth.phone': ({ auth }) => auth.phone,
  'auth.links': ({ auth }) => auth.links,
  'auth.guests': ({ auth }) => auth.guests,
  'auth.social': ({ auth }) => auth.social,
  'auth.linking': ({ auth }) => auth.linking,
  'auth.mail': ({ auth }) => auth.mail,
  'auth.totp': ({ auth }) => auth.factors?.totp ?? null,
  'auth.sms-factor': ({ auth }) => auth.factors?.sms ?? null,
  'auth.password-rules': ({ auth }) => auth.passwordRules,
  'auth.language': ({ auth }) => auth.language,
  'auth.session': ({ auth }) => auth.session,
  'auth.deletion': ({ auth }) => auth.deletion,
  'auth.passkeys': ({ auth }) => auth.passkeys,
  'docs.offline': ({ docs }) => docs.offline,
  'docs.aggregates': ({ docs }) => docs.aggregates,
  'docs.groups': ({ docs }) => docs.groups,
  'docs.transactions': ({ docs }) => docs.transactions,
  'docs.nearest': ({ docs }) => docs.nearest,
  'docs.sync': ({ docs }) => docs.sync,
  'realtime.transactions': ({ realtime }) => realtime.transactions,
  'realtime.priorities': ({ realtime }) => realtime.priorities,
  'realtime.lists': ({ realtime }) => realtime.lists,
  'realtime.disconnects': ({ realtime }) => realtime.disconnects,
  'realtime.connection': ({ realtime }) => realtime.connection,
  'functions.stream': ({ functions }) => functions.stream,
  'storage.resumable': ({ storage }) => storage.resumable,
  'storage.metadata': ({ storage }) => storage.metadata,
  'storage.content': ({ storage }) => storage.content,
  'storage.ranges': ({ storage }) => storage.ranges,
  'storage.listing': ({ storage }) => storage.listing,
  'config.remote': ({ config }) => config.remote,
  'config.live': ({ config }) => config.live,
  'config.conditions': ({ config }) => config.conditions,
  'performance.collection': ({ performance }) => performance.collection,
} as const satisfies ExtensionTable;

export type ExtensionName = keyof typeof extensions;
const extensionNames = Object.keys(extensions) as readonly ExtensionName[];

/** The capabilities of which a provider says one thing, and its ports another. */
export const misnamed = (backend: Backend, manifest: CapabilityManifest): readonly ExtensionName[] =>
  extensionNames
    .filter((name) => {
      const [port = ''] = name.split('.');
      return manifest.supports[port as 'storage'] !== 'no';
    })
    .filter((name) => can(manifest, name) !== (extensions[name](backend) !== null));

export const coreManifest = ({ provider, supports }: CapabilityManifest): CapabilityManifest => ({
  provider,
  supports: { ...supports, ...Object.fromEntries(extensionNames.map((name) => [name, 'no'])) },
});

/** The core of a backend: every extension is missing. */
export function coreOf(backend: Backend): Backend {
  const { auth, docs, realtime, functions, storage, config, performance } = backend;
  return {
    ...backend,
    auth: {
      ...auth,
      phone: null,
      links: null,
      guests: null,
      social: null,
      linking: null,
      mail: null,
      factors: null,
      passwordRules: null,
      language: null,
      session: null,
      deletion: null,
      passkeys: null,
    } satisfies Auth,
    capabilities: coreManifest(backend.capabilities),
    docs: {
      ...docs,
      offline: null,
      aggregates: null,
      groups: null,
      nearest: null,
      transactions: null,
      sync: null,
    },
    realtime: {
      ...realtime,
      transactions: null,
      priorities: null,
      lists: null,
      disconnects: null,
      connection: null,
    },
    functions: { ...functions, stream: null },
    storage: { ...storage, resumable: null, metadata: null, content: null, ranges: null, listing: null },
    config: { ...config, remote: null, live: null, conditions: null },
    performance: { ...performance, collection: null },
  };
}
