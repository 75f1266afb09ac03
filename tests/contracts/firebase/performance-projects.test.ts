// @vitest-environment jsdom
/** A file of its own: which project a page measures for is settled once a page, so once a file. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
// Loaded before time is taken.
import '#adapters/firebase/performance/driver.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { recorder } from '#contracts/harness.ts';
import { HostedNetwork } from './hosted/network.ts';
import { HostedPerformance } from './hosted/performance.ts';
import { hosted, hostedStage } from './hosted/stage.ts';

beforeAll(() => hosted.listen({ onUnhandledFrame: 'error' }));
afterAll(() => hosted.close());

test('a page sends measurements for one project, and a client of another project warns once', async () => {
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
