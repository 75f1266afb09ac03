/**
 * Passwords as they are stored: scrypt with a salt each, and its cost beside it. One that was moved here from a backend with PBKDF2 stays as
 * it is until its person signs in.
 */
import { pbkdf2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { MovedPassword } from '#provider-kit/move/moved-records.ts';
import { PasswordQueue, type PasswordRequest } from '#provider-kit/auth/password-queue.ts';

/** Parameters of scrypt: a hash takes 128 · `N` · `r` bytes of memory. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and a tenth of a second or two: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export const defaultPasswordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

const keyBytes = 32;

export class PasswordHasher {
  private readonly cost: PasswordCost;
  private readonly queue = new PasswordQueue();
  private readonly nobodys: string;

  constructor(cost: PasswordCost) {
    this.cost = cost;
    this.nobodys = hashText(cost, randomBytes(16), randomBytes(keyBytes));
  }

  /** @throws auth/too-many-requests when too many wait; cancelled */
  hash(password: string, { connection, signal }: PasswordRequest): Promise<string> {
    return this.queue.add(connection, signal, () => this.hashNow(password));
  }

  /** Without waiting for a turn: for backend code. */
  async hashNow(password: string): Promise<string> {
    const salt = randomBytes(16);
    return hashText(this.cost, salt, await derived(password, salt, this.cost));
  }

  /** `stored`: `null` takes as long as a hash, and is false. @throws auth/too-many-requests when too many wait; cancelled */
  verify(stored: string | null, password: string, { connection, signal }: PasswordRequest): Promise<boolean> {
    return this.queue.add(connection, signal, async () => {
      const moved = stored === null ? null : pbkdf2Parts(stored);
      if (moved) return timingSafeEqual(moved.key, await derivedByPbkdf2(password, moved));
      const { cost, salt, key } = hashParts(stored ?? this.nobodys);
      const isSame = timingSafeEqual(key, await derived(password, salt, cost));
      return isSame && stored !== null;
    });
  }

  /** Whether a hash costs less than new ones do. */
  isWeak(stored: string): boolean {
    if (pbkdf2Parts(stored)) return true;
    const { cost } = hashParts(stored);
    return cost.N * cost.r * cost.p < this.cost.N * this.cost.r * this.cost.p;
  }
}

const hashText = ({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

function hashParts(stored: string): {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly key: Buffer;
} {
  const [, N, r, p, salt = '', key = ''] = stored.split('$');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

const pbkdf2Name = 'pbkdf2-sha256';

interface Pbkdf2Parts {
  readonly rounds: number;
  readonly salt: Buffer;
  /** 32 bytes. */
  readonly key: Buffer;
}

const derivePbkdf2 = promisify(pbkdf2);

/** The backends that it comes from take the password as it was typed. */
const derivedByPbkdf2 = (password: string, { rounds, salt }: Pbkdf2Parts): Promise<Buffer> =>
  derivePbkdf2(password, salt, rounds, keyBytes, 'sha256');

/** `null` for another kind. */
function pbkdf2Parts(stored: string): Pbkdf2Parts | null {
  const [name, rounds, salt = '', key = ''] = stored.split('$');
  if (name !== pbkdf2Name) return null;
  return {
    rounds: Number(rounds),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

/** A stored password in the form of a move. */
export function movedPasswordOf(stored: string): MovedPassword {
  const moved = pbkdf2Parts(stored);
  if (moved)
    return {
      kind: 'pbkdf2-sha256',
      rounds: moved.rounds,
      salt: moved.salt.toString('base64'),
      hash: moved.key.toString('base64'),
    };
  const { cost, salt, key } = hashParts(stored);
  return { kind: 'scrypt', ...cost, salt: salt.toString('base64'), hash: key.toString('base64') };
}

/** `null` for one that could not be verified here. */
export function storedPasswordOf(moved: MovedPassword): string | null {
  if (moved.kind === 'unknown') return null;
  const [salt, key] = [Buffer.from(moved.salt, 'base64'), Buffer.from(moved.hash, 'base64')];
  if (key.length !== keyBytes) return null;
  if (moved.kind === 'scrypt') return isBearable(moved) ? hashText(moved, salt, key) : null;
  if (!Number.isInteger(moved.rounds) || moved.rounds < 1 || moved.rounds > mostRounds) return null;
  return [pbkdf2Name, moved.rounds, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A second or two. */
const mostRounds = 5_000_000;

/** At most 256 MiB. */
const isBearable = ({ N, r, p }: PasswordCost): boolean =>
  [N, r, p].every((value) => Number.isInteger(value) && value > 0) && 128 * N * r <= 2 ** 28 && p <= 16;

/** Characters that look alike and are typed differently are the same: NFKC. */
const derived = (password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
