/** Chance, seeded: the same seed gives the same ids in the same order. */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface Random {
  /** 0 ≤ value < 1. */
  next(): number;
  /** 0 ≤ value < `below`, an integer. */
  integer(below: number): number;
  /** `length` letters and digits; 20 by default. */
  id(length?: number): string;
  /** Another source, independent of the number of draws from this one. */
  fork(name: string): Random;
}

/** The generator sfc32 (public domain, Chris Doty-Humphrey), seeded from a number and a name. */
export function seededRandom(seed: number | string): Random {
  let [a, b, c, d] = hash(String(seed));
  const bits = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) bits();
  const integer = (below: number) => Math.floor((bits() / 2 ** 32) * below);
  return {
    next: () => bits() / 2 ** 32,
    integer,
    id: (length = 20) => {
      let id = '';
      for (let at = 0; at < length; at++) id += letters.charAt(integer(letters.length));
      return id;
    },
    fork: (name) => seededRandom(`${seed}/${name}`),
  };
}

/** Four words from a text (FNV-1a with four offsets). */
function hash(text: string): [number, number, number, number] {
  const words = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((offset) => {
    let word = offset | 0;
    for (let at = 0; at < text.length; at++) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
    return word;
  });
  const [one = 0, two = 0, three = 0, four = 0] = words;
  return [one, two, three, four];
}
