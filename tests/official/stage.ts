/** What the stages on the official parts have in common: clients behind cables, and a time that can be moved. */
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import type { Backend } from '#ports/backend.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { OffStage, type Stage } from '#tests/contracts/harness.ts';
import { type Cable, layCable } from './cable.ts';
import type { Time } from './time.ts';

export const projectId = 'demo-muster';
export const storageBucket = `${projectId}.appspot.com`;

export const project = {
  apiKey: 'demo',
  authDomain: 'localhost',
  projectId,
  appId: '1:1:web:1',
  messagingSenderId: '1',
  storageBucket,
  databaseURL: '',
} satisfies FirebaseOptions['project'];

interface Seat {
  readonly client: FirebaseClient;
  readonly cables: readonly Cable[];
}

type Local = 'auth' | 'functions' | 'storage';

/** Asks of a scenario what these parts don't show. */
const off = (what: string) => (): never => {
  throw new OffStage(`${what}: not on this stage`);
};

/** `ports`: where each part listens. */
export function officialStage(
  ports: Partial<Record<Local, number>>,
  time: Time,
  server: Partial<ServerPorts>,
  disposed: () => void = () => {},
): Stage {
  const seats = new Map<Backend, Seat>();
  const seat = (client: Backend): Seat => {
    const found = seats.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  const plug = async (client: Backend, on: boolean) => {
    await Promise.all(seat(client).cables.map((cable) => cable.plug(on)));
  };
  return {
    async connect({ settings = {} } = {}) {
      const laid = await Promise.all(
        Object.entries(ports).map(async ([name, port]) => [name, await layCable(port)] as const),
      );
      const local = Object.fromEntries(laid.map(([name, { address }]) => [name, address]));
      const client = openFirebase({ project, local, settings });
      seats.set(client, { client, cables: laid.map(([, cable]) => cable) });
      return client;
    },
    reload: off('a reload'),
    openTab: off('a second tab'),
    setNetwork: plug,
    kill: (client) => plug(client, false),
    setVisible: off('a page in sight'),
    setPermission: off('a permission'),
    answerPermission: off('a permission'),
    notifications: off('notifications'),
    click: off('a click'),
    server: server as ServerPorts,
    advance: time.advance,
    settle: time.settle,
    inbox: off('an inbox'),
    publishConfig: off('configuration'),
    publishConfigTemplate: off('configuration'),
    openSubscriptions: (client) => seat(client).client.openSubscriptions(),
    async dispose() {
      time.release();
      disposed();
      await Promise.all([...seats.keys()].map((client) => plug(client, false)));
    },
  };
}
