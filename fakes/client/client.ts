/** One browser of one person, connected to an embedded cloud, with every port. */
import { checkOptions } from '#ports/options.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import type { CloudCore } from '#fakes/cloud/cloud-core.ts';
import { createAuth } from './auth/auth.ts';
import { embeddedCapabilities, memberCapabilities } from './capabilities.ts';
import { createConfig } from './config/config.ts';
import { createMemoryDocs, docsPortWith } from './docs/docs-port.ts';
import {
  type ClientOptions,
  clientOptions,
  type EmbeddedClient,
  type EmbeddedWiring,
  type MemberClient,
  openPorts,
  operatedClient,
  wiringOf,
} from './embedded-client.ts';
import { createFunctionsPort } from './functions/functions.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createPerformance } from './performance/performance.ts';
import type { PortMakers } from './ports.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createStorage } from './storage/storage.ts';

export {
  type ClientOptions,
  clientOptions,
  type EmbeddedClient,
  type EmbeddedWiring,
  type MemberClient,
} from './embedded-client.ts';

/** Every port. */
const makersOf = (createDocsPort: Required<PortMakers>['docs']): Required<PortMakers> => ({
  auth: createAuth,
  docs: createDocsPort,
  realtime: createRealtime,
  functions: createFunctionsPort,
  storage: createStorage,
  messaging: createMessaging,
  config: createConfig,
  performance: createPerformance,
});

/**
 * A client of a cloud in the same process.
 * @throws TypeError for an option or a setting that there is not; PortError out-of-range, as `resolveSettings`
 */
export function connect(cloud: CloudCore, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('connect', options, clientOptions);
  return operatedClient(
    wiringOf(cloud, options.clock),
    options,
    makersOf(docsPortWith(browserCaches)),
    embeddedCapabilities,
  );
}

/** A client of a cloud in the same process that stores nothing, and is built without the persistent caches. */
export const connectInMemory = (cloud: CloudCore): EmbeddedClient =>
  operatedClient(wiringOf(cloud), {}, makersOf(createMemoryDocs), embeddedCapabilities);

/** A client of a cloud anywhere that a channel reaches. @throws as `connect` */
export function createClient(wiring: EmbeddedWiring, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('createClient', options, clientOptions);
  return operatedClient(wiring, options, makersOf(docsPortWith(browserCaches)), embeddedCapabilities);
}

/** A client of a cloud that lets no operator in. @throws as `connect` */
export function createMember(wiring: EmbeddedWiring, options: ClientOptions = {}): MemberClient {
  checkOptions('createMember', options, clientOptions);
  const { backend } = openPorts(wiring, options, makersOf(docsPortWith(browserCaches)), memberCapabilities);
  return { ...backend, auth: { ...backend.auth, social: null } };
}
