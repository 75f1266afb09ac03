/** Lazy parts, those of lazy scripts among them. */
import { expect, test } from 'vitest';
import { lazyPart, loadLazyParts } from './lazy-part.ts';

test('all parts are fetched once, including parts of fetched scripts', async () => {
  const fetched: string[] = [];
  const part = (name: string, evaluate: () => void = () => {}) =>
    lazyPart(async () => {
      fetched.push(name);
      evaluate();
      return { Part: () => null };
    }, 'Part');
  part('screen', () => part('dialog of the screen', () => part('list of the dialog')));
  part('menu');
  await loadLazyParts();
  expect(fetched.toSorted()).toEqual(['dialog of the screen', 'list of the dialog', 'menu', 'screen']);
  await loadLazyParts();
  expect(fetched).toHaveLength(4);
});

test('two parts are fetched at once', async () => {
  // Parts of other files' modules, which share this process: their fetches take longer than those below.
  await loadLazyParts();
  let [underWay, most] = [0, 0];
  for (let part = 0; part < 6; part++)
    lazyPart(async () => {
      most = Math.max(most, ++underWay);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      underWay--;
      return { Part: () => null };
    }, 'Part');
  await loadLazyParts();
  expect(most).toBe(2);
});

test('a part whose fetch failed is fetched again', async () => {
  let online = false;
  const part = lazyPart(async () => {
    if (!online) throw new Error('Offline.');
    return { Part: () => null };
  }, 'Part');
  await expect(loadLazyParts()).rejects.toThrow('Offline.');
  online = true;
  await loadLazyParts();
  expect(await part.load()).toBeTypeOf('function');
});
