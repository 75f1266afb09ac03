/**
 * Random ids of a cloud. Each restore begins another life, which draws from other sources: a restored cloud gives no id that it gave
 * before.
 */
import type { Random } from '#provider-kit/random.ts';

export interface LifeIds {
  /** Number of the present life: 0 before the first restore. */
  life(): number;
  /** Begins the life after `earlier`, or after the present one if that is later. */
  nextLife(earlier: number): void;
  /** Source of ids by its name. Each id is drawn from the life that it is given in. */
  of(name: string): Pick<Random, 'id'>;
}

export function lifeIds(random: Random): LifeIds {
  let life = 0;
  return {
    life: () => life,
    nextLife(earlier) {
      life = Math.max(life, earlier) + 1;
    },
    of(name) {
      let drawn: { readonly life: number; readonly source: Random } | null = null;
      return {
        id: (length) => {
          if (drawn?.life !== life)
            drawn = { life, source: (life === 0 ? random : random.fork(`life ${life}`)).fork(name) };
          return drawn.source.id(length);
        },
      };
    },
  };
}
