/** Common parts of the stages on the official parts: clients behind cables, and a time that can be moved. */
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { off } from '#contracts/off-stage.ts';
import { type Cable, layCable } from './cable.ts';
import { projectId } from './parts.ts';
import type { Time } from './time.ts';

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

/** Beginning of a request in the protocol, in small letters. */
const requests: Readonly<Record<string, string>> = { 'storage/remove': 'delete /v0/b/' };

const no = (what: string) => off(`${what}: not on this stage`);

/** `ports`: where each part listens. */
export function officialStage(
  ports: Partial<Record<Local, number>>,
  time: Time,
  server: Partial<ServerPorts>,
  disposed: () => void = () => {},
): ProviderStage<CompleteBackend> {
  const seats = new Map<CompleteBackend, Seat>();
  const seat = (client: CompleteBackend): Seat => {
    const found = seats.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  const plug = async (client: CompleteBackend, on: boolean) => {
    for (const cable of seat(client).cables) cable.plug(on);
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
    async loseAnswer(client, service, operation) {
      const words = requests[`${service}/${operation}`] ?? no(`a lost answer to ${service}/${operation}`)();
      for (const cable of seat(client).cables) cable.breakBeforeAnswer(words);
    },
    setNetwork: plug,
    kill: (client) => plug(client, false),
    server,
    lacks: 'Not on this stage, whose parts keep nothing beyond their process.',
    advance: time.advance,
    settle: time.settle,
    openSubscriptions: (client) => seat(client).client.openSubscriptions(),
    async dispose() {
      time.release();
      disposed();
      const laid = [...seats.values()].flatMap(({ cables }) => cables);
      await Promise.all(laid.map((cable) => cable.remove()));
    },
  };
}
