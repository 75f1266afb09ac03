// @vitest-environment jsdom
/** Alone in its file: a page has one installation, and here it has none yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
// Loaded before time is taken.
import '#adapters/firebase/performance/driver.ts';
import { HostedNetwork } from './hosted/network.ts';
import { HostedPerformance } from './hosted/performance.ts';
import { hosted, hostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

// A rejection that the SDK leaves unhandled fails this file.
test('measurements of a page that starts offline are sent with the first one made online', async () => {
  const network = new HostedNetwork();
  const service = new HostedPerformance(network);
  const { stage, time } = hostedStage(network, service.handlers(), {});
  const client = await stage.connect();
  const measure = (name: string) =>
    client.performance.record({ name, startedAt: 1000, durationMs: 5, metrics: {}, attributes: {} });
  const sent = () =>
    service.events().flatMap((event) => {
      const { trace_metric: metric } = event as { trace_metric?: { name: string } };
      return metric ? [metric.name] : [];
    });
  await stage.setNetwork(client, false);
  measure('offline');
  await time.advance(60_000);
  expect(sent()).toEqual([]);
  await stage.setNetwork(client, true);
  measure('online');
  await time.advance(60_000);
  expect(sent()).toEqual(['offline', 'online']);
  await client.dispose();
  await stage.dispose();
});
