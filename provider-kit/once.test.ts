import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('loads on first use, once', async () => {
  const load = vi.fn<() => Promise<object>>(() => Promise.resolve({}));
  const driver = once(load);
  expect(load).not.toHaveBeenCalled();
  const [one, two] = await Promise.all([driver(), driver()]);
  expect(one).toBe(two);
  expect(await driver()).toBe(one);
  expect(load).toHaveBeenCalledOnce();
});

it('reports a failed load as retryable, and loads again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('driver')).mockRejectedValueOnce(cause);
  const driver = once(load);
  await expect(driver()).rejects.toMatchObject({ code: 'unavailable', retryable: true, cause });
  expect(await driver()).toBe('driver');
});
