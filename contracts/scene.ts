/** Environment of a scenario, with its end: everything opened is closed, and what then counts as open is a leak. */
import type { Backend } from '#ports/backend.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { partlyOffStage } from './off-stage.ts';
import type { ProviderStage, Stage } from './stage.ts';

export interface Scene extends Stage<CompleteBackend> {
  /** Closes the subscription at the end of the scenario, if it is still open then. */
  closing(unsubscribe: Unsubscribe): Unsubscribe;
  /** A new client signed in with a fresh account. */
  member(name?: string): Promise<CompleteBackend>;
}

/** A scene that stands until it is finished. */
export interface Raised {
  readonly scene: Scene;
  finish(): Promise<void>;
}

/** @throws errors of `run`, and Error for a subscription that stayed open */
export async function play(
  raised: () => Promise<Raised>,
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { scene, finish } = await raised();
  try {
    await run(scene);
  } finally {
    await finish();
  }
}

/** `finish` closes what is open. @throws Error there when a subscription stayed open after being unsubscribed */
export async function raise(given: ProviderStage): Promise<Raised> {
  const stage = wholeStage(given);
  const clients = new Set<CompleteBackend>();
  const closings: Unsubscribe[] = [];
  const track = (connected: Backend) => {
    const client = connected as CompleteBackend;
    clients.add(client);
    return client;
  };
  let people = 0;
  const connect: Scene['connect'] = async (options) => track(await stage.connect(options));
  const own: Omit<Scene, keyof Stage> & Pick<Scene, 'connect' | 'reload' | 'openTab' | 'kill'> = {
    connect,
    reload: async (client) => {
      clients.delete(client);
      return track(await stage.reload(client));
    },
    openTab: async (client) => track(await stage.openTab(client)),
    kill: async (client) => {
      clients.delete(client);
      await stage.kill(client);
    },
    closing(unsubscribe) {
      closings.push(unsubscribe);
      return unsubscribe;
    },
    async member(name = `person-${++people}`) {
      const client = await connect();
      await client.auth.createUser({ email: `${name}@example.com`, password: 'correct horse' });
      return client;
    },
  };
  const scene = new Proxy(stage as Scene, {
    get: (target, name) => Reflect.get(own, name) ?? Reflect.get(target, name),
  });
  const finish = async () => {
    for (const close of closings) close();
    await stage.settle();
    const open = () =>
      [...clients].map((client) => stage.openSubscriptions(client)).reduce((sum, count) => sum + count, 0);
    // A stream that was aborted ends over a real network, which a loaded machine makes slow.
    for (let round = 0; open() > 0 && round < 20; round++) await stage.settle();
    const leaks = open();
    for (const client of clients) await client.dispose();
    await stage.dispose();
    if (leaks > 0) throw new Error(`${leaks} subscription(s) stayed open after being unsubscribed.`);
  };
  return { scene, finish };
}

/** A stage whose missing parts skip the scenario that uses them. */
export function wholeStage<Client extends Backend>(given: ProviderStage<Client>): Stage<Client> {
  const lacks = given.lacks ?? 'This stage lacks what the scenario uses.';
  const whole: ProviderStage<Client> = { ...given, server: partlyOffStage(given.server, lacks) };
  return partlyOffStage<Stage<Client>>(whole as Partial<Stage<Client>>, lacks);
}
