import type { Backend } from '#ports/backend.ts';

/** Time as the demonstration's clock gives it. */
export interface TeammatesClock {
  now(): number;
  setTimer(run: () => void, delayMs: number): () => void;
}

/** Chance, seeded by the owner of the demonstration. */
export interface MemberRandom {
  /** 0 ≤ value < 1. */
  next(): number;
  /** Another source, independent of the number of draws from this one. */
  fork(name: string): MemberRandom;
}

export interface TeammatesOptions {
  /** A new browser for each of them. */
  readonly connect: () => Backend;
  readonly clock: TeammatesClock;
  readonly random: MemberRandom;
}
