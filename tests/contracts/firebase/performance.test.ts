// @vitest-environment jsdom
import { afterAll, beforeAll } from 'vitest';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/performance/driver.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import type { Provider } from '#contracts/harness.ts';
import { performanceContract } from '#contracts/performance.contract.ts';
import { HostedNetwork } from './hosted/network.ts';
import { HostedPerformance } from './hosted/performance.ts';
import { hosted, hostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

const provider: Provider = {
  name: 'firebase, hosted services played',
  manifest: firebaseCapabilities,
  async stage() {
    const network = new HostedNetwork();
    const { stage } = hostedStage(network, new HostedPerformance(network).handlers(), {});
    return stage;
  },
};

performanceContract(provider);
disposingContract(provider);
