// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/performance/driver.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { type Provider, recorder } from '../harness.ts';
import { performanceContract } from '../performance.contract.ts';
import { HostedNetwork } from './hosted/network.ts';
import { HostedPerformance } from './hosted/performance.ts';
import { hosted, hostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

// The first of all: the SDK has one queue a page, and its clock is the one it began with.
test('what is measured is sent, and sent again when it did not arrive', async () => {
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
  performance.setEnabled(false);
  performance.record({ name: 'off', startedAt: 1000, durationMs: 5, metrics: {}, attributes: {} });
  await time.advance(60_000);
  expect(traces()).toHaveLength(2);
  await client.dispose();
  await stage.dispose();
});

test('a page measures for one project; a client of another goes on without, and says so once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const network = new HostedNetwork();
  const { stage, time } = hostedStage(network, new HostedPerformance(network).handlers(), {});
  for (const { performance } of [await stage.connect(), await stage.connect()]) {
    const records = recorder<readonly TraceRecord[]>();
    const stop = performance.watchRecords(records.next);
    for (const name of ['one', 'two'])
      performance.record({ name, startedAt: 1000, durationMs: 5, metrics: {}, attributes: {} });
    await time.advance(1000);
    expect(records.last().map(({ name }) => name)).toEqual(['one', 'two']);
    stop();
  }
  expect(warn.mock.calls).toEqual([['Measurements are not sent: this page measures for another project']]);
  warn.mockRestore();
  await stage.dispose();
});

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
