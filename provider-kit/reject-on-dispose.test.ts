import { expect, it } from 'vitest';
import { whileAlive } from './reject-on-dispose.ts';

function client() {
  const ending: (() => void | Promise<void>)[] = [];
  let disposed = false;
  return {
    onDispose: (run: () => void | Promise<void>) => void ending.push(run),
    isDisposed: () => disposed,
    dispose() {
      disposed = true;
      for (const run of ending) void run();
    },
  };
}

const gone = { code: 'failed-precondition' };

it('work in progress at disposal rejects, whatever its outcome', async () => {
  const context = client();
  const alive = whileAlive(context);
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = alive(() => promise);
  context.dispose();
  resolve('late');
  await expect(asked).rejects.toMatchObject(gone);
});

it('finished work stays finished, and no work starts after disposal', async () => {
  const context = client();
  const alive = whileAlive(context);
  const done = alive(() => Promise.resolve('done'));
  await done;
  context.dispose();
  expect(await done).toBe('done');
  let begun = false;
  await expect(alive(async () => (begun = true))).rejects.toMatchObject(gone);
  expect(begun).toBe(false);
});

it('an exception of the work rejects', async () => {
  const alive = whileAlive(client());
  const broken = () => {
    throw new Error('broken');
  };
  await expect(alive(broken)).rejects.toThrow('broken');
});

it('work starts synchronously', () => {
  let begun = false;
  void whileAlive(client())(async () => (begun = true));
  expect(begun).toBe(true);
});
