import { describe, expect, it, vi } from 'vitest';
import type { Unsubscribe } from '#ports/shared.ts';
import { lazyDriver, lazySubscription } from './lazy-driver.ts';

interface Driver {
  double(value: number): Promise<number>;
  name(): string;
}

describe('lazyDriver', () => {
  const loaded = {
    factor: 2,
    double(value: number) {
      return Promise.resolve(value * this.factor);
    },
  };
  const driver = lazyDriver<Driver>({ name: () => 'own' }, (run) => Promise.resolve(loaded).then(run));

  it('passes calls to the loaded driver', async () => {
    expect(await driver.double(3)).toBe(6);
  });

  it('answers immediately with its own methods', () => {
    expect(driver.name()).toBe('own');
  });

  it('rejects with an exception of a method', async () => {
    const failing = lazyDriver<Driver>({ name: () => 'own' }, (run) =>
      run({
        double() {
          throw new Error('broken');
        },
      }),
    );
    await expect(failing.double(1)).rejects.toThrow('broken');
  });
});

describe('lazySubscription', () => {
  it('starts once the driver is loaded', () => {
    const stop = vi.fn<() => void>();
    const runs: ((driver: string) => void)[] = [];
    const start = vi.fn<(driver: string) => Unsubscribe>(() => stop);
    const end = lazySubscription<string>((run) => void runs.push(run), start);
    runs[0]?.('driver');
    expect(start).toHaveBeenCalledWith('driver');
    end();
    expect(stop).toHaveBeenCalledOnce();
  });

  it('does not start if it ended before', () => {
    const runs: ((driver: string) => void)[] = [];
    const start = vi.fn<(driver: string) => Unsubscribe>();
    lazySubscription<string>((run) => void runs.push(run), start)();
    runs[0]?.('driver');
    expect(start).not.toHaveBeenCalled();
  });
});

it('an own value of null stays null', () => {
  const driver = lazyDriver<{ readonly providers: readonly string[] | null; load(): Promise<void> }>(
    { providers: null },
    () => Promise.reject(new Error('Nothing is loaded.')),
  );
  expect(driver.providers).toBeNull();
});
