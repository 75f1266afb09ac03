/** Input of the calls of sign-in, which comes from outside: texts of a bounded length. */
import type { Credential, SecondFactorAnswer } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';

const longest = {
  id: 200,
  code: 100,
  language: 100,
  /** Of an authenticator, in base64url: 1,023 bytes. */
  credentialId: 1364,
  /** Signed data of an authenticator, in base64url. */
  bytes: 4096,
  attestation: 16_384,
  email: 1000,
  name: 256,
  url: 4096,
  password: 8192,
  token: 16_384,
} as const;

type TextKind = keyof typeof longest;

export class AuthFields {
  private readonly fields: Readonly<Record<string, unknown>>;

  /** @throws PortError invalid-argument for what is no object */
  constructor(input: unknown) {
    if (!isPlainObject(input)) throw new PortError('invalid-argument', 'The request has no fields.');
    this.fields = input;
  }

  /** @throws PortError invalid-argument */
  text(name: string, kind: TextKind): string {
    const value = this.fields[name];
    if (typeof value === 'string' && value.length <= longest[kind] && !value.includes('\0')) return value;
    throw new PortError('invalid-argument', `${name} must be a text of at most ${longest[kind]} characters.`);
  }

  nullable(name: string, kind: TextKind): string | null {
    return this.has(name) && this.fields[name] !== null ? this.text(name, kind) : null;
  }

  /** Empty where there are none. @throws PortError invalid-argument */
  texts(name: string, most: number, longestText: number): readonly string[] {
    const value = this.has(name) ? this.fields[name] : [];
    const isText = (one: unknown) =>
      typeof one === 'string' && one.length <= longestText && !one.includes('\0');
    if (Array.isArray(value) && value.length <= most && value.every(isText)) return value as string[];
    throw new PortError('invalid-argument', `${name} must be a list of at most ${most} texts.`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.fields, name) && this.fields[name] !== undefined;
  }

  of(name: string): AuthFields {
    return new AuthFields(this.fields[name]);
  }

  /** @throws PortError invalid-argument; auth/operation-not-allowed for a kind that there is not here */
  credential(): SupportedCredential {
    const given = this.of('credential');
    const kind = given.text('kind', 'id');
    switch (kind) {
      case 'password':
        return { kind, email: given.text('email', 'email'), password: given.text('password', 'password') };
      case 'email-link':
        return { kind, email: given.text('email', 'email'), link: given.text('link', 'password') };
      case 'custom-token':
        return { kind, token: given.text('token', 'token') };
      default:
        throw new PortError('auth/operation-not-allowed', 'Nobody can sign in this way here.');
    }
  }

  answer(): Extract<SecondFactorAnswer, { kind: 'totp' }> {
    const given = this.of('answer');
    if (given.text('kind', 'id') !== 'totp')
      throw new PortError('auth/operation-not-allowed', 'There is no such second factor here.');
    return { kind: 'totp', factorId: given.text('factorId', 'id'), code: given.text('code', 'code') };
  }
}

export type SupportedCredential = Extract<
  Credential,
  { readonly kind: 'password' | 'email-link' | 'custom-token' }
>;
