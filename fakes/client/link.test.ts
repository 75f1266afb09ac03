import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { rejection } from '../../contracts/harness.ts';
import { CloudLink } from './link.ts';

let cloud: FakeCloud;
let link: CloudLink;

beforeEach(async () => {
  cloud = new FakeCloud();
  link = new CloudLink(
    'client',
    () => {
      const [mine, theirs] = createChannel();
      cloud.accept(theirs);
      return mine;
    },
    cloud.clock,
    seededRandom(1),
  );
  await settle();
});

afterEach(() => {
  link.dispose();
  cloud.dispose();
});

describe('a link', () => {
  it('is online once welcomed, and reports each change', async () => {
    const seen: boolean[] = [];
    link.onOnline((online) => seen.push(online));
    expect(link.online()).toBe(true);
    link.setNetwork(false);
    link.setNetwork(true);
    await settle();
    expect(seen).toEqual([false, true]);
  });

  it('rejects requests while offline and those in progress', async () => {
    const underway = rejection(link.request('control', 'inbox', null));
    link.setNetwork(false);
    expect(await underway).toMatchObject({ code: 'unavailable', retryable: true });
    expect(await rejection(link.request('control', 'inbox', null))).toMatchObject({ code: 'unavailable' });
  });

  it('reconnects by itself after the disconnect’s duration', async () => {
    await link.request('control', 'inject', { kind: 'disconnect', forMs: 5000 }).catch(() => undefined);
    await settle();
    expect(link.online()).toBe(false);
    await cloud.clock.advance(4999);
    expect(link.online()).toBe(false);
    await cloud.clock.advance(1);
    await settle();
    expect(link.online()).toBe(true);
  });

  it('cancels a request, which then never resolves', async () => {
    cloud.faults.inject({ kind: 'latency', service: 'config', ms: 1000 });
    const aborter = new AbortController();
    const answer = rejection(link.request('config', 'nothing', null, aborter.signal));
    await settle();
    aborter.abort();
    expect(await answer).toMatchObject({ code: 'cancelled' });
    await cloud.clock.advance(1000);
  });

  it('rejects an unknown operation of a service', async () => {
    expect(await rejection(link.request('config', 'nothing', null))).toMatchObject({ code: 'unimplemented' });
  });

  it('applies a changed server clock', async () => {
    const fixed = cloud.clock.now();
    const own = new CloudLink(
      'skewed',
      () => {
        const [mine, theirs] = createChannel();
        cloud.accept(theirs);
        return mine;
      },
      { now: () => fixed - 250, setTimer: () => () => undefined },
      seededRandom(1),
    );
    await settle();
    expect(own.serverTimeOffset()).toBe(250);
    await cloud.advance(1000);
    expect(own.serverTimeOffset()).toBe(1250);
    own.dispose();
  });

  it('rejects requests after disposal', async () => {
    link.dispose();
    expect(await rejection(link.request('control', 'inbox', null))).toMatchObject({
      code: 'failed-precondition',
    });
  });
});

describe('faults', () => {
  it('apply in the order they were queued, each the given number of times', async () => {
    const refuse = { kind: 'refuse', service: 'config', operation: 'nothing', times: 2 } as const;
    cloud.faults.inject({ ...refuse, code: 'resource-exhausted' });
    cloud.faults.inject({ ...refuse, code: 'internal', times: 1 });
    const codes: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) codes.push(await rejection(link.request('config', 'nothing', null)));
    expect(codes).toMatchObject([
      { code: 'resource-exhausted' },
      { code: 'resource-exhausted' },
      { code: 'internal' },
      { code: 'unimplemented' },
    ]);
  });

  it('never apply to the operator', async () => {
    cloud.faults.inject({ kind: 'latency', ms: 60_000 });
    await expect(link.request('control', 'clearFaults', null)).resolves.toBeUndefined();
  });
});
