/** Keys that sort in the order in which they were made: eight letters of time, twelve of chance that only count up. */
import type { Random } from '#fakes/cloud/random.ts';

const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

export function pushKeys(random: Random, now: () => number): () => string {
  let last = -1;
  let chance: number[] = [];
  return () => {
    const time = Math.max(now(), last);
    if (time === last) chance = counted(chance);
    else chance = Array.from({ length: 12 }, () => random.integer(64));
    last = time;
    let stamp = '';
    for (let rest = time, place = 0; place < 8; place++, rest = Math.floor(rest / 64))
      stamp = `${letters[rest % 64] ?? ''}${stamp}`;
    return stamp + chance.map((digit) => letters[digit] ?? '').join('');
  };
}

/** The next number to base 64. */
function counted(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let place = next.length - 1; place >= 0; place--) {
    const digit = (next[place] ?? 0) + 1;
    next[place] = digit % 64;
    if (digit < 64) break;
  }
  return next;
}
