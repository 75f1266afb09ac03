import { describe, expect, it, vi } from 'vitest';
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { type LiveSubscription, liveSubscriptions } from './live-subscriptions.ts';
import { countSubscriptions } from './subscriptions.ts';

function client() {
  const counted = countSubscriptions();
  const ending: (() => void)[] = [];
  let disposed = false;
  return {
    open: counted.open,
    trackSubscription: counted.trackSubscription,
    onDispose: (run: () => void) => void ending.push(run),
    isDisposed: () => disposed,
    dispose() {
      disposed = true;
      for (const run of ending) run();
    },
  };
}

/** Opens one, and gives its source's view of it. */
function opened(owner = client()) {
  const live = liveSubscriptions(owner);
  const errors: PortError[] = [];
  const stop = vi.fn<() => void>();
  const { promise, resolve } = Promise.withResolvers<LiveSubscription>();
  const end = live.open(
    (error) => errors.push(error),
    (subscription) => {
      resolve(subscription);
      return stop;
    },
  );
  return { owner, live, errors, stop, end, source: promise };
}

describe('liveSubscriptions', () => {
  it('delivers events after the call', async () => {
    const { source } = opened();
    const next = vi.fn<() => void>();
    (await source).deliver(next);
    expect(next).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(next).toHaveBeenCalledOnce();
  });

  it('delivers no pending event after it ended', async () => {
    const { source, end, stop, owner, live } = opened();
    const next = vi.fn<() => void>();
    (await source).deliver(next);
    end();
    end();
    await Promise.resolve();
    expect(next).not.toHaveBeenCalled();
    expect(stop).toHaveBeenCalledOnce();
    expect([owner.open(), live.count()]).toEqual([0, 0]);
  });

  it('ends with one error', async () => {
    const { source, errors, stop, live } = opened();
    const subscription = await source;
    subscription.failed(new Error('gone'));
    subscription.failed(new Error('again'));
    await Promise.resolve();
    expect(errors).toEqual([expect.objectContaining({ code: 'unknown' })]);
    expect(stop).toHaveBeenCalledOnce();
    expect(live.count()).toBe(0);
  });

  it('ends silently with its client', async () => {
    const { owner, errors, stop } = opened();
    owner.dispose();
    await Promise.resolve();
    expect(errors).toEqual([]);
    expect(stop).toHaveBeenCalledOnce();
    expect(owner.open()).toBe(0);
  });

  it('starts nothing after disposal and reports the reason', async () => {
    const owner = client();
    const live = liveSubscriptions(owner);
    owner.dispose();
    const start = vi.fn<() => Unsubscribe>();
    const tell = vi.fn<(error: PortError) => void>();
    live.open(tell, start);
    await Promise.resolve();
    expect(start).not.toHaveBeenCalled();
    expect(tell).toHaveBeenCalledWith(expect.objectContaining({ code: 'failed-precondition' }));
  });
});
