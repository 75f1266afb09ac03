/** Limits on guesses, messages and new accounts, counted in the database for all servers together. */
import { PortError } from '#ports/errors.ts';
import type { Sql } from '../sql.ts';

const minute = 60_000;
const hour = 60 * minute;

interface AttemptLimit {
  readonly most: number;
  readonly withinMs: number;
  /** Does every attempt begin the time anew? */
  readonly extends: boolean;
}

const limits = {
  /** Passwords of an address, and codes of a second factor: wrong ones in a row. */
  guesses: { most: 10, withinMs: 5 * minute, extends: true },
  /** Wrong passwords from one network address, whatever the account. */
  guessesFromNetwork: { most: 100, withinMs: 15 * minute, extends: false },
  accountsFromNetwork: { most: 100, withinMs: hour, extends: false },
  socialFromNetwork: { most: 300, withinMs: hour, extends: false },
  /** Requests of one SCIM provider. */
  scimOfProvider: { most: 5000, withinMs: 5 * minute, extends: false },
  /** Wrong tokens of SCIM. */
  scimGuessesFromNetwork: { most: 100, withinMs: 15 * minute, extends: false },
  passkeysFromNetwork: { most: 300, withinMs: hour, extends: false },
  mailsToAddress: { most: 10, withinMs: hour, extends: false },
  mailsFromNetwork: { most: 100, withinMs: hour, extends: false },
} as const satisfies Record<string, AttemptLimit>;

export type AttemptKind = keyof typeof limits;

export class Attempts {
  private readonly sql: Sql;
  private readonly now: () => number;

  /** `sql`: outside of transactions, so that what is undone counts as well. */
  constructor(sql: Sql, now: () => number) {
    this.sql = sql;
    this.now = now;
  }

  /** Counts an attempt, before its outcome is known: attempts at one moment count, too. @throws auth/too-many-requests */
  async take(kind: AttemptKind, about: string): Promise<void> {
    const { most, withinMs, extends: isExtended } = limits[kind];
    const now = this.now();
    const taken = await this.sql.rows(
      `INSERT INTO auth_attempts AS known VALUES ($1, 1, $2)
       ON CONFLICT (about) DO UPDATE SET
         count = CASE WHEN known.until <= $3 THEN 1 ELSE known.count + 1 END,
         until = CASE WHEN known.until <= $3 OR $5 THEN $2 ELSE known.until END
       WHERE known.until <= $3 OR known.count < $4
       RETURNING count`,
      [keyOf(kind, about), now + withinMs, now, most, isExtended],
    );
    if (taken.length === 0)
      throw new PortError('auth/too-many-requests', 'There were too many attempts. Wait, then try again.');
  }

  /** An attempt that was taken does not count. */
  async giveBack(kind: AttemptKind, about: string): Promise<void> {
    await this.sql.rows('UPDATE auth_attempts SET count = count - 1 WHERE about = $1 AND count > 0', [
      keyOf(kind, about),
    ]);
  }

  async clear(kind: AttemptKind, about: string): Promise<void> {
    await this.sql.rows('DELETE FROM auth_attempts WHERE about = $1', [keyOf(kind, about)]);
  }
}

const keyOf = (kind: AttemptKind, about: string) => `${kind} ${about}`;
