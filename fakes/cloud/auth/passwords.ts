/** Passwords: what is accepted as one, and what happens to whoever keeps guessing. */
import { PortError } from '#ports/errors.ts';
import { bounds } from '#ports/defaults.ts';

export const maxPasswordLength = 4096;

/** @throws auth/weak-password, auth/password-does-not-meet-requirements */
export function checkPassword(password: string): void {
  const { default: minimum } = bounds.passwordMinLength;
  if (password.length < minimum)
    throw new PortError('auth/weak-password', `Use at least ${minimum} characters.`);
  if (password.length > maxPasswordLength)
    throw new PortError(
      'auth/password-does-not-meet-requirements',
      `Use at most ${maxPasswordLength} characters.`,
    );
}

/** After this many wrong passwords for one address, none is looked at until so long after the last of them. */
const wrongPasswordsAllowed = 10;
const lockedForMs = 5 * 60_000;

export interface Guesses {
  readonly count: number;
  readonly until: number;
}

export class GuessGuard {
  private readonly guesses = new Map<string, Guesses>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** @throws auth/too-many-requests */
  check(email: string): void {
    const guesses = this.guesses.get(email);
    if (guesses && guesses.until <= this.now()) this.guesses.delete(email);
    else if (guesses && guesses.count >= wrongPasswordsAllowed)
      throw new PortError('auth/too-many-requests', 'Too many wrong passwords. Wait five minutes.');
  }

  wrong(email: string): void {
    const count = (this.guesses.get(email)?.count ?? 0) + 1;
    this.guesses.set(email, { count, until: this.now() + lockedForMs });
  }

  right(email: string): void {
    this.guesses.delete(email);
  }

  all(): readonly (readonly [string, Guesses])[] {
    return [...this.guesses];
  }

  replaceAll(guesses: readonly (readonly [string, Guesses])[]): void {
    this.guesses.clear();
    for (const [email, entry] of guesses) this.guesses.set(email, entry);
  }
}
