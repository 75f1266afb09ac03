/** The Firebase provider in a browser that is made up, on hosted services that are played. */
import 'fake-indexeddb/auto';
import { setupServer } from 'msw/node';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { BrowserStage, ProviderStage } from '#contracts/stage.ts';
import { project } from '#tests/official/stage.ts';
import { takeTime, type Time } from '#tests/official/time.ts';
import { installations } from './installations.ts';
import type { HostedNetwork } from './network.ts';

type Handlers = Parameters<typeof setupServer>;

/** Server of the hosted services, for one suite. */
export const hosted = setupServer();

interface Seat {
  readonly client: FirebaseClient;
  readonly apiKey: string;
  readonly settings: Partial<ClientSettings>;
}

/** Longest time between an announcement and the SDK's fetch. */
const announcementMs = 5000;
let browsers = 0;

export interface HostedStage {
  readonly stage: ProviderStage<CompleteBackend> & Pick<BrowserStage<CompleteBackend>, 'reload'>;
  readonly time: Time;
}

export function hostedStage(
  network: HostedNetwork,
  handlers: Handlers,
  server: Partial<ServerPorts>,
  parts: Partial<ProviderStage<CompleteBackend>> = {},
): HostedStage {
  hosted.use(...installations(network), ...handlers);
  const time = takeTime(() => network.held());
  const seats = new Map<CompleteBackend, Seat>();
  const seat = (client: CompleteBackend): Seat => {
    const found = seats.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  const open = (apiKey: string, settings: Partial<ClientSettings>): FirebaseClient => {
    const options: FirebaseOptions = { project: projectOf(apiKey), settings };
    const client = openFirebase(options, { name: apiKey });
    seats.set(client, { client, apiKey, settings });
    return client;
  };
  const stage: HostedStage['stage'] = {
    connect: async ({ settings = {} } = {}) => open(`browser-${++browsers}`, settings),
    async reload(client) {
      const { apiKey, settings } = seat(client);
      await client.dispose();
      const next = open(apiKey, settings);
      // Reading a value starts the loading of those of the last visit, as a page does.
      next.config.remote.status();
      return next;
    },
    async setNetwork(client, on) {
      network.plug(seat(client).apiKey, on);
      await time.settle();
    },
    async kill(client) {
      network.plug(seat(client).apiKey, false);
    },
    server: { clock: { now: () => Date.now() }, ...server },
    lacks: 'Not on this stage, whose services are played.',
    advance: time.advance,
    settle: () => time.advance(announcementMs),
    openSubscriptions: (client) => seat(client).client.openSubscriptions(),
    async dispose() {
      network.endStreams();
      time.release();
      hosted.resetHandlers();
    },
    ...parts,
  };
  return { stage, time };
}

export const projectOf = (apiKey: string): FirebaseOptions['project'] => ({ ...project, apiKey });
