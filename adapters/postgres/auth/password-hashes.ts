/** Passwords as they are stored: scrypt with a salt each, and its cost beside it. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
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
      const { cost, salt, key } = hashParts(stored ?? this.nobodys);
      const isSame = timingSafeEqual(key, await derived(password, salt, cost));
      return isSame && stored !== null;
    });
  }

  /** Whether a hash costs less than new ones do. */
  isWeak(stored: string): boolean {
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

/** Characters that look alike and are typed differently are the same: NFKC. */
const derived = (password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
