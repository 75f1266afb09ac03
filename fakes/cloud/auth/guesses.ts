/** Limit on wrong guesses: passwords of an address, codes of a second factor. */
import { PortError } from '#ports/errors.ts';
import { type Note, type Part, RecordMap } from '../records.ts';

/** Wrong guesses after which none is checked until `lockedForMs` after the last. */
const wrongGuessesAllowed = 10;
const lockedForMs = 5 * 60_000;
/** Addresses and factors whose guesses are counted at one time. */
export const mostGuesses = 10_000;

export interface Guesses {
  readonly count: number;
  readonly until: number;
}

export class GuessGuard {
  private readonly guesses: RecordMap<Guesses>;
  private readonly now: () => number;

  constructor(now: () => number, note: Note = () => {}) {
    this.now = now;
    this.guesses = new RecordMap(note);
  }

  /** @throws auth/too-many-requests */
  check(about: string): void {
    const guesses = this.guesses.get(about);
    if (guesses && guesses.until <= this.now()) this.guesses.delete(about);
    else if (guesses && guesses.count >= wrongGuessesAllowed)
      throw new PortError('auth/too-many-requests', 'Too many wrong guesses. Wait five minutes.');
  }

  wrong(about: string): void {
    this.sweep();
    const count = (this.guesses.get(about)?.count ?? 0) + 1;
    // The last guess goes to the end: the oldest are first.
    this.guesses.delete(about);
    this.guesses.set(about, { count, until: this.now() + lockedForMs });
  }

  /** Removes guesses that block nothing any more, and the oldest beyond the bound. */
  private sweep(): void {
    for (const [about, { until }] of this.guesses) {
      if (until > this.now() && this.guesses.size < mostGuesses) return;
      this.guesses.delete(about);
    }
  }

  right(about: string): void {
    this.guesses.delete(about);
  }

  all(): readonly (readonly [string, Guesses])[] {
    return [...this.guesses];
  }

  replaceAll(guesses: readonly (readonly [string, Guesses])[]): void {
    this.guesses.replaceAll(guesses);
  }

  part(): Part {
    return this.guesses.part();
  }
}
