/** Passwords that cost something to guess, for a cloud that is kept: derived outside the turn in which a request is carried out. */
import { digestOf, isPassword, type PasswordHash } from './password-hash.ts';

export interface PasswordWork {
  /** Rounds of PBKDF2 with SHA-256. */
  readonly rounds: number;
  /** 32 bytes in hexadecimal. */
  derive(password: string, salt: string, rounds: number): Promise<string>;
}

/** Hashes derived for one request. */
export class PreparedPasswords {
  private readonly made = new Map<string, PasswordHash>();
  private readonly derived = new Map<string, string>();

  keepNew(password: string, hash: PasswordHash): void {
    this.made.set(digestOf(password), hash);
  }

  keepDerived(password: string, { salt, rounds }: Pick<PasswordHash, 'salt' | 'rounds'>, hash: string): void {
    this.derived.set(keyOf(password, salt, rounds), hash);
  }

  /** `null` when none was prepared. */
  hashOf(password: string): PasswordHash | null {
    return this.made.get(digestOf(password)) ?? null;
  }

  isPassword(stored: PasswordHash | null, password: string): boolean {
    const derived = stored && this.derived.get(keyOf(password, stored.salt, stored.rounds));
    return derived ? derived === stored?.hash : isPassword(stored, password);
  }
}

const keyOf = (password: string, salt: string, rounds: number) => digestOf(`${rounds} ${salt} ${password}`);

/** Password in a request's payload, if any. */
export interface PasswordAsked {
  readonly password: string;
  /** Address of its account; `null` for a password to be set. */
  readonly email: string | null;
}

export function passwordIn(payload: unknown): PasswordAsked | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { password, credential } = payload as { readonly password?: unknown; readonly credential?: unknown };
  if (typeof password === 'string') return { password, email: null };
  if (typeof credential !== 'object' || credential === null) return null;
  const { kind, ...given } = credential as { readonly kind?: string } & Record<string, unknown>;
  const { email, password: proof } = given;
  if (kind !== 'password' || typeof email !== 'string' || typeof proof !== 'string') return null;
  return { password: proof, email };
}
