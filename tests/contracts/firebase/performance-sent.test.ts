// @vitest-environment jsdom
/** Alone in its file: the SDK has one queue a page, whose clock is the one it began with. */
import { afterAll, beforeAll, expect, test } from 'vitest';
// Loaded before time is taken.
import '#adapters/firebase/performance/driver.ts';
import { HostedNetwork } from './hosted/network.ts';
import { HostedPerformance } from './hosted/performance.ts';
import { hosted, hostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

test('measurements are sent, and sent again after a failure', async () => {
  const network = new HostedNetwork();
  const service = new HostedPerformance(network);
  const { stage, time } = hostedStage(network, service.handlers(), {});
  const { performance, ...client } = await stage.connect();
  service.failing = 1;
  const trace = performance.trace('load incidents');
  trace.start();
  trace.putMetric('rows', 12);
  trace.putAttribute('screen', 'home');
  await time.advance(250);
  trace.stop();
  performance.record({ name: 'at once', startedAt: 1000, durationMs: 0, metrics: {}, attributes: {} });
  await time.advance(60_000);
  const traces = () => service.events().filter((event) => 'trace_metric' in event);
  expect(traces()).toMatchObject([
    {
      application_info: { google_app_id: '1:1:web:1' },
      trace_metric: {
        name: 'load incidents',
        is_auto: false,
        duration_us: 250_000,
        counters: { rows: 12 },
        custom_attributes: { screen: 'home' },
      },
    },
    { trace_metric: { name: 'at once', client_start_time_us: 1_000_000, duration_us: 1 } },
  ]);
  // Requests are measured by themselves, and sent without their queries.
  const requests = service.events().filter((event) => 'network_request_metric' in event);
  expect(JSON.stringify(requests)).toContain('namespaces/fireperf:fetch"');
  expect(JSON.stringify(requests)).not.toContain('?key=');
  performance.collection.setEnabled(false);
  performance.record({ name: 'off', startedAt: 1000, durationMs: 5, metrics: {}, attributes: {} });
  await time.advance(60_000);
  expect(traces()).toHaveLength(2);
  await client.dispose();
  await stage.dispose();
});
