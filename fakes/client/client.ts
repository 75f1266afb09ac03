/** Client of an embedded cloud with every port: one browser of one person. */
import type { CompleteBackend } from '#ports/complete.ts';
import { checkOptions } from '#ports/options.ts';
import type { ServiceName } from '#ports/control.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import type { CloudCore } from '#fakes/cloud/cloud-core.ts';
import { embeddedCapabilities } from './capabilities.ts';
import type { ClientContext } from './context.ts';
import { createMemoryDocs, docsPortWith } from './docs/docs-port.ts';
import {
  type ClientOptions,
  clientOptions,
  type EmbeddedClient,
  type EmbeddedWiring,
  type MemberClient,
  operatedCore,
  wiringOf,
} from './embedded-client.ts';
import { type FirstMember, openClient, openMember, withFirstPorts } from './first-client.ts';
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

/**
 * A client of a cloud in the same process.
 * @throws TypeError for an option or a setting that there is not; PortError out-of-range, as `resolveSettings`
 */
export function connect(cloud: CloudCore, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('connect', options, clientOptions);
  return everyPortOf(
    withFirstPorts(operatedCore(wiringOf(cloud, options.clock), options, embeddedCapabilities)),
  );
}

/** A client of a cloud in the same process that stores nothing, and is built without the persistent caches. */
export function connectInMemory(cloud: CloudCore): EmbeddedClient {
  const { context, ...first } = withFirstPorts(operatedCore(wiringOf(cloud), {}, embeddedCapabilities));
  return { ...first, ...otherPorts(context, createMemoryDocs) };
}

/** A client of a cloud anywhere that a channel reaches. @throws as `connect` */
export const createClient = (wiring: EmbeddedWiring, options?: ClientOptions): EmbeddedClient =>
  everyPortOf(openClient(wiring, options));

/** A client of a cloud that lets no operator in. @throws as `connect` */
export const createMember = (wiring: EmbeddedWiring, options?: ClientOptions): MemberClient =>
  everyPortOf(openMember(wiring, options));

type OtherPorts = Omit<Pick<CompleteBackend, ServiceName>, 'auth' | 'config'>;

/** Once for each first client. */
export function everyPortOf<First extends FirstMember>({
  context,
  ...first
}: First): Omit<First, 'context'> & OtherPorts {
  return { ...first, ...otherPorts(context, docsPortWith(browserCaches)) };
}

const otherPorts = (context: ClientContext, createDocsPort: Required<PortMakers>['docs']): OtherPorts => ({
  docs: createDocsPort(context),
  realtime: createRealtime(context),
  functions: createFunctionsPort(context),
  storage: createStorage(context),
  messaging: createMessaging(context),
  performance: createPerformance(context),
});
