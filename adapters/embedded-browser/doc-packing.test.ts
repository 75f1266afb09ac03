/** When documents are packed. */
import { expect, test } from 'vitest';
import type { Host } from '#fakes/cloud/clock.ts';
import { docPacker } from '#fakes/host/doc-packer.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { packDocuments } from './doc-packing.ts';

/** A machine whose timers run when the test says so. */
class ManualHost implements Host {
  readonly timers: { readonly run: () => void; readonly ms: number }[] = [];
  now = () => 0;
  setTimeout = (run: () => void, ms: number) => {
    const timer = { run, ms };
    this.timers.push(timer);
    return timer;
  };
  clearTimeout = (handle: unknown) => {
    this.timers.splice(this.timers.indexOf(handle as ManualHost['timers'][number]), 1);
  };

  /** Runs the timer that is set, and says how long it was. */
  async next(): Promise<number | null> {
    const timer = this.timers.shift();
    timer?.run();
    await settle();
    return timer?.ms ?? null;
  }
}

/** Packing that finishes when the test says so. */
function begun() {
  const host = new ManualHost();
  const steps: { readonly end: (hasMore: boolean) => void; readonly fail: (error: Error) => void }[] = [];
  const pack = () => new Promise<boolean>((end, fail) => steps.push({ end, fail }));
  return { host, steps, packing: packDocuments({ pack }, host) };
}

test('packs nothing before begin, then in steps with pauses, then after the next write', async () => {
  const { host, steps, packing } = begun();
  packing.soon();
  expect(host.timers).toEqual([]);
  packing.begin(docPacker);
  packing.soon();
  expect(host.timers).toHaveLength(1);
  expect(await host.next()).toBe(2000);
  steps[0]?.end(true);
  await settle();
  expect(await host.next()).toBe(20);
  steps[1]?.end(false);
  await settle();
  expect(await host.next()).toBeNull();
  packing.soon();
  packing.soon();
  expect(await host.next()).toBe(2000);
  expect(await host.next()).toBeNull();
  expect(steps).toHaveLength(3);
});

test('stop waits for the current step, and a failed step is the last one', async () => {
  const { host, steps, packing } = begun();
  packing.begin(docPacker);
  await host.next();
  let isStopped = false;
  const stopped = packing.stop().then(() => {
    isStopped = true;
  });
  await settle();
  expect(isStopped).toBe(false);
  steps[0]?.end(true);
  await stopped;
  packing.soon();
  expect(host.timers).toEqual([]);

  const other = begun();
  other.packing.begin(docPacker);
  await other.host.next();
  other.steps[0]?.fail(new Error('full'));
  await settle();
  other.packing.soon();
  expect(other.host.timers).toEqual([]);
});

test('stops before the first step', async () => {
  const { host, packing } = begun();
  packing.begin(docPacker);
  await packing.stop();
  expect(host.timers).toEqual([]);
});

test('a store that packs nothing sets no timer', () => {
  const host = new ManualHost();
  const packing = packDocuments({}, host);
  packing.begin(docPacker);
  packing.soon();
  expect(host.timers).toEqual([]);
});
