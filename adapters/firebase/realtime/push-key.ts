/** Keys that sort in the order in which they were made: eight letters of time, twelve of chance that only count up. */

const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const base = letters.length;

/** As the SDK makes them, and ready before it is loaded. `now`: the server's time as far as it is known. */
export function pushKeys(now: () => number): () => string {
  let last = -1;
  let chance = new Uint8Array(12);
  return () => {
    const time = Math.max(Math.floor(now()), last);
    chance =
      time === last
        ? following(chance)
        : crypto.getRandomValues(new Uint8Array(12)).map((byte) => byte % base);
    last = time;
    let stamp = '';
    for (let rest = time, place = 0; place < 8; place++, rest = Math.floor(rest / base))
      stamp = `${letters[rest % base] ?? ''}${stamp}`;
    return stamp + Array.from(chance, (digit) => letters[digit] ?? '').join('');
  };
}

function following(digits: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const next = digits.slice();
  for (let place = next.length - 1; place >= 0; place--) {
    const digit = ((next[place] ?? 0) + 1) % base;
    next[place] = digit;
    if (digit !== 0) break;
  }
  return next;
}
