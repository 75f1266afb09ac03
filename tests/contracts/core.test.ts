/** Scenarios that a provider without any capability must pass: few enough for a newcomer, none of a port that is not there. */
import { expect, it } from 'vitest';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { capabilities } from '#ports/capability-names.ts';
import { authContract } from '#contracts/auth.contract.ts';
import { backendContract } from '#contracts/backend.contract.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { functionsContract } from '#contracts/functions.contract.ts';
import { type Provider, scenariosOf } from '#contracts/harness.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import { performanceContract } from '#contracts/performance.contract.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { restartsContract } from '#contracts/restarts.contract.ts';
import { serverContract } from '#contracts/server.contract.ts';
import { storageContract } from '#contracts/storage.contract.ts';
import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { traitsContract } from '#contracts/traits.contract.ts';

const supporting = (support: 'yes' | 'no'): Provider => ({
  name: support,
  manifest: {
    provider: support,
    supports: Object.fromEntries(
      Object.keys(capabilities).map((name) => [name, support]),
    ) as CapabilityManifest['supports'],
  },
  stage: () => Promise.reject(new Error('No scenario is played.')),
});

const scenarios = (provider: Provider) =>
  scenariosOf(() => {
    authContract(provider);
    backendContract(provider);
    configContract(provider);
    disposingContract(provider);
    docsContract(provider);
    functionsContract(provider);
    messagingContract(provider);
    performanceContract(provider);
    realtimeContract(provider);
    restartsContract(provider);
    serverContract(provider);
    storageContract(provider);
    subscriptionsContract(provider);
    traitsContract(provider);
  }).map(({ name }) => name);

const core = scenarios(supporting('no'));

it('the core has at most 210 scenarios', () => {
  expect(scenarios(supporting('yes')).length).toBeGreaterThan(1000);
  expect(core.length).toBeLessThanOrEqual(210);
});

it('the core has no scenario of a missing port', () => {
  const absent = /^(realtime|functions|storage|messaging|config|performance|server)\b/;
  expect(core.filter((name) => absent.test(name))).toEqual([]);
});
