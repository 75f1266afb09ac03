import { describe, expect, it, vi } from 'vitest';
import type { Complete } from '#ports/complete.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { countSubscriptions } from '../subscriptions.ts';
import { type RealtimeListener, type WholeRealtimeDriver, wholeRealtimeShell } from './shell.ts';

function shellOver(own: Partial<WholeRealtimeDriver> = {}, isDisposed = () => false) {
  const calls: (readonly [name: PropertyKey, ...args: readonly unknown[]])[] = [];
  const driver = new Proxy(own as WholeRealtimeDriver, {
    get:
      (methods, name) =>
      (...args: readonly unknown[]): unknown => {
        calls.push([name, ...args]);
        const method = Reflect.get(methods, name) as ((...given: readonly unknown[]) => unknown) | undefined;
        return method ? method(...args) : Promise.resolve();
      },
  });
  const { trackSubscription } = countSubscriptions();
  const client = { trackSubscription, onDispose() {}, isDisposed };
  return { realtime: wholeRealtimeShell(driver, client), calls };
}

describe('wholeRealtimeShell', () => {
  it.each<readonly [string, (realtime: Complete<Realtime>) => unknown]>([
    ['get', (realtime) => realtime.get('a.b')],
    ['transactions.run', (realtime) => realtime.transactions.run('a.b', () => 1)],
    ['set', (realtime) => realtime.set('a.b', 1)],
    ['setPriority', (realtime) => realtime.priorities.set('a', true as never)],
    ['update', (realtime) => realtime.update('a', { b: 1, 'b/c': 2 })],
    ['remove', (realtime) => realtime.remove('a#')],
    ['newKey', (realtime) => realtime.lists.newKey('a$')],
    ['watch', (realtime) => realtime.watch('a.b', { next() {} })],
    ['onDisconnect', (realtime) => realtime.disconnects.at('a.b')],
    ['onDisconnect set', (realtime) => realtime.disconnects.at('a').set(Number.NaN)],
  ])('%s throws a TypeError synchronously without a call of the driver', (_, call) => {
    const { realtime, calls } = shellOver();
    expect(() => call(realtime)).toThrow(TypeError);
    expect(calls).toEqual([]);
  });

  it('throws synchronously for a transaction that is not a function', () => {
    expect(() => shellOver().realtime.transactions.run('a', null as never)).toThrow(TypeError);
  });

  it('passes copies with the keys of each path', async () => {
    const { realtime, calls } = shellOver();
    const value = { deep: { list: [1] } };
    await realtime.set('a/b', value);
    await realtime.update('a', { 'b/c': value });
    await realtime.disconnects.at('a').remove();
    expect(calls).toEqual([
      ['set', { keys: ['a', 'b'], value, priority: null }],
      ['update', { keys: ['a'], values: [{ keys: ['a', 'b', 'c'], value }] }],
      ['onDisconnect', { action: 'set', keys: ['a'], value: null, priority: null }],
    ]);
    const [, request] = calls[0] ?? [];
    expect(request).toHaveProperty('value', value);
    expect(Object.values(request ?? {})).not.toContain(value);
  });

  it('checks and copies the result of a transaction function', async () => {
    const answers = [undefined, { a: 1 }, Number.NaN];
    const seen: unknown[] = [];
    const { realtime } = shellOver({
      async transaction(_, change) {
        seen.push(change(null), change(null));
        change(null);
        throw new Error('unreachable');
      },
    });
    const [, second] = answers;
    await expect(realtime.transactions.run('a', () => answers.shift() as never)).rejects.toThrow(TypeError);
    expect(seen).toEqual([undefined, second]);
    expect(seen[1]).not.toBe(second);
  });

  it('rejects after disposal, and reports it to a new subscription', async () => {
    const { realtime, calls } = shellOver({}, () => true);
    const error = vi.fn<() => void>();
    realtime.watch('a', { next() {}, error });
    await expect(realtime.set('a', 1)).rejects.toMatchObject({ code: 'failed-precondition' });
    await expect(realtime.get('a')).rejects.toMatchObject({ code: 'failed-precondition' });
    expect(error).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
  });

  it('delivers events later that the driver reports synchronously', async () => {
    const next = vi.fn<(event: unknown) => void>();
    const { realtime } = shellOver({
      watchChildren(_, listener: RealtimeListener<never>) {
        listener.next('event' as never);
        return () => {};
      },
    });
    realtime.lists.watchChildren('a', { next });
    expect(next).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(next).toHaveBeenCalledWith('event');
  });
});
