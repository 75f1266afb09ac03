// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.each(['firebase_a', 'google_a', 'ga_a'])(
  'attribute names with the prefix of %s are rejected',
  async (name) => {
    const network = new HostedNetwork();
    const { stage } = hostedStage(network, new HostedPerformance(network).handlers(), {});
    const { performance, dispose } = await stage.connect();
    const invalid = expect.objectContaining({ code: 'performance/invalid-attribute' });
    expect(() => performance.trace('t').putAttribute(name, 'x')).toThrow(invalid);
    const record = { name: 't', startedAt: 1000, durationMs: 5, metrics: {}, attributes: { [name]: 'x' } };
    expect(() => performance.record(record)).toThrow(invalid);
    await dispose();
    await stage.dispose();
  },
);
