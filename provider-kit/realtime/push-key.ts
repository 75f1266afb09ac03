/** Keys that sort in the order in which they were made: eight letters of time, twelve of chance that only count up. */

const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const base = letters.length;
const digits = 12;

/** `now`: the server's time, as far as it is known. `draw` gives so many numbers of 0 to 63, by chance. */
export function pushKeys(now: () => number, draw: (count: number) => readonly number[]): () => string {
  let last = -1;
  let chance: readonly number[] = [];
  return () => {
    const time = Math.max(Math.floor(now()), last);
    chance = time === last ? following(chance) : draw(digits);
    last = time;
    let stamp = '';
    for (let rest = time, place = 0; place < 8; place++, rest = Math.floor(rest / base))
      stamp = `${letters[rest % base] ?? ''}${stamp}`;
    return stamp + chance.map((digit) => letters[digit] ?? '').join('');
  };
}

/** The next number to base 64. */
function following(number: readonly number[]): number[] {
  const next = [...number];
  for (let place = next.length - 1; place >= 0; place--) {
    const digit = ((next[place] ?? 0) + 1) % base;
    next[place] = digit;
    if (digit !== 0) break;
  }
  return next;
}
