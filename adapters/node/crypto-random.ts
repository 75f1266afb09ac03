/** Chance that nobody can tell in advance: ids, codes and secrets of a cloud that strangers can reach. */
import { randomInt } from 'node:crypto';
import type { Random } from '#provider-kit/random.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const cryptoRandom: Random = {
  next: () => randomInt(2 ** 32) / 2 ** 32,
  integer: (below) => randomInt(below),
  id: (length = 20) => Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join(''),
  fork: () => cryptoRandom,
};
