/** The Firebase provider in a browser that is made up, on hosted services that are played. */
import 'fake-indexeddb/auto';
import { setupServer } from 'msw/node';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Stage } from '#tests/contracts/harness.ts';
import { off } from '#tests/contracts/off-stage.ts';
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

const no = (what: string) => off(`${what}: not on this stage`);

/** Longest time between an announcement and the SDK's fetch. */
const announcementMs = 5000;
let browsers = 0;

export interface HostedStage {
  readonly stage: Stage<CompleteBackend>;
  readonly time: Time;
}

export function hostedStage(
  network: HostedNetwork,
  handlers: Handlers,
  server: Partial<ServerPorts>,
  parts: Partial<Stage<CompleteBackend>> = {},
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
  const stage: Stage<CompleteBackend> = {
    connect: async ({ settings = {} } = {}) => open(`browser-${++browsers}`, settings),
    async reload(client) {
      const { apiKey, settings } = seat(client);
      await client.dispose();
      const next = open(apiKey, settings);
      // Reading a value starts the loading of those of the last visit, as a page does.
      next.config.remote.status();
      return next;
    },
    openTab: no('a second tab'),
    restart: no('a restart of the service'),
    loseAnswer: no('a lost answer'),
    async setNetwork(client, on) {
      network.plug(seat(client).apiKey, on);
      await time.settle();
    },
    async kill(client) {
      network.plug(seat(client).apiKey, false);
    },
    setVisible: no('a page in sight'),
    setPermission: no('a permission'),
    answerPermission: no('a permission'),
    notifications: no('notifications'),
    click: no('a click'),
    server: { clock: { now: () => Date.now() }, ...server } as ServerPorts,
    advance: time.advance,
    settle: () => time.advance(announcementMs),
    inbox: no('an inbox'),
    publishConfig: no('configuration'),
    publishConfigTemplate: no('a template with conditions'),
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
