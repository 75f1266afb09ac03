/** Stage of the whole minimal backend: one cloud in memory, its clock moved by the test. */
import { md5 } from '@noble/hashes/legacy.js';
import { newSessionStore, type SessionStore } from '#contracts/minimal/auth.ts';
import { minimalBackend, type MinimalClient, minimalManifest } from '#contracts/minimal/backend.ts';
import { minimalCloud } from '#contracts/minimal/cloud.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import type { Backend } from '#ports/backend.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import { seededRandom } from '#provider-kit/random.ts';
import type { Provider } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';

interface Tab extends MinimalClient {
  readonly session: SessionStore;
  isOnline: boolean;
}

export const minimalWhole: Provider = {
  name: 'minimal, whole',
  manifest: minimalManifest,
  async stage({ functions }): Promise<ProviderStage> {
    const clock = new ManualClock(undefined, settle);
    const config = new Map<string, string>();
    const report = () => {};
    const cloud = minimalCloud({ functions, clock, random: seededRandom('minimal'), md5, config, report });
    const tabs = new Map<Backend, Tab>();
    const tabOf = (client: Backend): Tab => {
      const tab = tabs.get(client);
      if (!tab) throw new Error('This client is not of this stage.');
      return tab;
    };
    const open = async (session: SessionStore, settings: Partial<ClientSettings> = {}, online = true) => {
      const client = minimalBackend(cloud, { session, settings, online });
      tabs.set(client.backend, { ...client, session, isOnline: online });
      await settle();
      return client.backend;
    };
    const crash = async (client: Backend) => {
      tabOf(client).setNetwork(false);
      await settle();
    };
    return {
      connect: async ({ settings } = {}) => open(newSessionStore(), settings),
      async reload(client) {
        const { session, isOnline } = tabOf(client);
        await crash(client);
        return open(session, {}, isOnline);
      },
      openTab: async (client) => open(tabOf(client).session),
      async setNetwork(client, on) {
        tabOf(client).isOnline = on;
        tabOf(client).setNetwork(on);
        await settle();
      },
      kill: crash,
      openSubscriptions: (client) => tabOf(client).openSubscriptions(),
      server: cloud.server,
      async advance(ms) {
        await clock.advance(ms);
        await settle();
      },
      settle,
      async publishConfig(values) {
        for (const [key, value] of Object.entries(values))
          if (value === null) config.delete(key);
          else config.set(key, value);
      },
      async dispose() {
        cloud.stop();
      },
      lacks: 'Requests do not leave the process, nothing outlasts it, and nothing is sent to anybody.',
    };
  },
};
