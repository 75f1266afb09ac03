/** A backend whose hints are dropped, doubled, delayed and out of order, by a seed. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { HintingBackend } from '#sync/hinting-backend.ts';

/** Longest delay of a hint. */
const mostDelayMs = 5000;

export const withUnreliableHints = (
  backend: HintingBackend,
  clock: Clock,
  random: Random,
): HintingBackend => ({
  ...backend,
  watch: (next) =>
    backend.watch((hint) => {
      const copies = random.integer(3);
      for (let copy = 0; copy < copies; copy++)
        clock.setTimer(() => next(hint), 1 + random.integer(mostDelayMs));
    }),
});
