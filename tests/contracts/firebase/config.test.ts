// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/config/driver.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { type Provider, rejection } from '#contracts/harness.ts';
import { HostedConfig } from './hosted/config.ts';
import { HostedNetwork } from './hosted/network.ts';
import { hosted, hostedStage, type HostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

const provider: Provider = {
  name: 'firebase, hosted services played',
  manifest: firebaseCapabilities,
  gaps: {
    'config › every watcher gets a publication, and none does after it unsubscribed':
      'the SDK tells of publications only once some values have been activated',
  },
  async stage() {
    const network = new HostedNetwork();
    const config = new HostedConfig(network);
    const { stage } = hostedStage(
      network,
      config.handlers(),
      { config: { value: config.value } as ServerPorts['config'] },
      { publishConfig: async (values) => config.publish(values) },
    );
    return stage;
  },
};

configContract(provider);
disposingContract(provider);

describe('errors of the hosted configuration service', () => {
  let stage: HostedStage;
  let config: HostedConfig;
  beforeEach(() => {
    const network = new HostedNetwork();
    config = new HostedConfig(network);
    stage = hostedStage(network, config.handlers(), {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await stage.stage.dispose();
  });

  test('a fetch from an overloaded server is retried with growing pauses until it succeeds', async () => {
    const client = await stage.stage.connect();
    config.refuse(503, 3);
    const fetching = client.config.remote.fetch();
    await stage.time.advance(30_000);
    await fetching;
    expect(client.config.remote.status().lastFetch).toBe('success');
    expect(config.asked).toHaveLength(4);
    await client.dispose();
  });

  test('a fetch that times out during back-off is throttled, also after a reload', async () => {
    // The pauses are 1.25 s, doubled: the sixth is not over after a minute, nor soon after.
    vi.spyOn(Math, 'random').mockReturnValue(0.75);
    const client = await stage.stage.connect();
    config.refuse(429, 99);
    const fetching = rejection(client.config.remote.fetch());
    await stage.time.advance(60_000);
    const throttled = { code: 'config/fetch-throttle', retryable: true };
    expect(await fetching).toMatchObject(throttled);
    expect(client.config.remote.status().lastFetch).toBe('throttled');
    config.calm();
    const next = await stage.stage.reload(client);
    // Long enough for the SDK to be in the pause by then: it ignores earlier time-outs.
    next.config.remote.setSettings({ fetchTimeoutMs: 5000 });
    const again = rejection(next.config.remote.fetch());
    await stage.time.advance(6000);
    expect(await again).toMatchObject(throttled);
    await stage.time.advance(120_000);
    next.config.remote.setSettings({ fetchTimeoutMs: 60_000 });
    await next.config.remote.fetch();
    expect(next.config.remote.status().lastFetch).toBe('success');
    await next.dispose();
  });

  test('other errors fail at once', async () => {
    const client = await stage.stage.connect();
    config.refuse(403, 1);
    expect(await rejection(client.config.remote.fetch())).toMatchObject({ code: 'config/fetch-failed' });
    expect(client.config.remote.status().lastFetch).toBe('failure');
    await client.dispose();
  });

  test('a fetch from a slow server times out after the configured time', async () => {
    const client = await stage.stage.connect({ settings: { configFetchTimeoutMs: 5000 } });
    config.dawdle(600_000);
    const failing = rejection(client.config.remote.fetch());
    await stage.time.advance(5100);
    expect(await failing).toMatchObject({ code: 'config/fetch-timeout', retryable: true });
    await client.dispose();
  });

  test('signals and installation are sent with each fetch', async () => {
    const client = await stage.stage.connect();
    await client.config.conditions.setSignals({ plan: 'free', seats: 3 });
    await client.config.remote.fetch();
    expect(config.asked).toMatchObject([
      { custom_signals: { plan: 'free', seats: '3' }, app_id: '1:1:web:1', language_code: 'en-US' },
    ]);
    expect(config.asked[0]?.['app_instance_id']).toMatch(/^[\w-]{22}$/);
    await client.dispose();
  });

  test('a denied update stream ends the watch with permission-denied', async () => {
    const client = await stage.stage.connect();
    config.streamStatus = 403;
    const errors: unknown[] = [];
    client.config.live.watch({ next: () => {}, error: (error) => errors.push(error) });
    await stage.stage.settle();
    expect(errors).toMatchObject([{ code: 'permission-denied' }]);
    await client.dispose();
  });
});
