/** Plan of a history, drawn from a seed before anything happens: a list that can be shortened and run again. */
import type { Random } from '#provider-kit/random.ts';

export type Dice = readonly [number, number, number, number];

/** Move of a browser, `after` milliseconds later; the dice and the state of the world decide on the details. */
export interface Move {
  readonly after: number;
  readonly browser: number;
  readonly kind: string;
  readonly dice: Dice;
}

export interface Kinds {
  readonly [kind: string]: { readonly weight: number };
}

/** `browsers`: how busy each is, against the others. */
export function planOf(
  chance: Random,
  kinds: Kinds,
  browsers: readonly number[],
  length: number,
): readonly Move[] {
  const seats = browsers.flatMap((busy, browser) => Array.from({ length: busy }, () => browser));
  const names = Object.keys(kinds).flatMap((kind) =>
    Array.from({ length: kinds[kind]?.weight ?? 0 }, () => kind),
  );
  const die = () => chance.integer(1_000_000);
  return Array.from({ length }, () => ({
    after: pause(chance),
    browser: seats[chance.integer(seats.length)] ?? 0,
    kind: names[chance.integer(names.length)] ?? '',
    dice: [die(), die(), die(), die()],
  }));
}

/** Mostly one thing soon after the other, sometimes long quiet. */
function pause(chance: Random): number {
  const second = 1000;
  const way = chance.integer(100);
  if (way < 15) return 0;
  if (way < 60) return chance.integer(5 * second);
  if (way < 88) return chance.integer(60 * second);
  if (way < 97) return chance.integer(600 * second);
  return chance.integer(2700 * second);
}

export const pick = <T>(from: readonly T[], die: number): T | undefined => from[die % from.length];

/** True in so many of a hundred cases. */
export const chanceOf = (percent: number, die: number): boolean => die % 100 < percent;
