/** Cloud of a browser on a machine with a still clock. */
import 'fake-indexeddb/auto';
import { createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { type Host } from '#fakes/cloud/clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { demoApplication } from '#src/app/embedded/application.ts';
import { type CloudHost, startCloudHost } from './cloud-host.ts';
import type { Records } from '#fakes/host/records.ts';

/** A machine whose timers are the real ones' order without their waiting: only zero delays run. */
export const stillHost: Host = {
  now: () => Date.UTC(2026, 0, 5, 9),
  setTimeout: (run, ms) => (ms === 0 ? setTimeout(run, 0) : 0),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

export const startStillHost = (kept: Records) =>
  startCloudHost({
    origin: 'http://localhost',
    records: kept,
    host: stillHost,
    application: demoApplication(),
  });

export function hostClient(host: CloudHost, name = 'tab'): EmbeddedClient {
  return createClient({
    clientId: name,
    connect: () => {
      const [mine, theirs] = createChannel();
      host.accept(theirs);
      return mine;
    },
    clock: {
      now: stillHost.now,
      setTimer(run, ms) {
        const handle = stillHost.setTimeout(run, ms);
        return () => stillHost.clearTimeout(handle);
      },
    },
    random: seededRandom(name),
  });
}

export const zeroTimersRun = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  }).then(settle);
