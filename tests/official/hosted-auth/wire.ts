/** Messages between the SDK and the hosted Auth service that are answered in front of the official part. */
import { isPortError, type PortErrorCode } from '#ports/errors.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Enrollment {
  readonly mfaEnrollmentId: string;
  readonly displayName?: string;
  readonly enrolledAt: string;
  readonly phoneInfo?: string;
  readonly unobfuscatedPhoneInfo?: string;
  readonly totpInfo?: object;
}

export interface PartUser {
  readonly localId: string;
  readonly email?: string;
  readonly disabled?: boolean;
  readonly mfaInfo?: readonly Enrollment[];
  /** Seconds since the epoch, as text: earlier tokens are invalid. */
  readonly validSince?: string;
}

export interface SecondFactor {
  readonly identifier: string;
  readonly provider: string;
}

/** State of a project in the official part; it publishes no types. */
export interface PartState {
  getUserByLocalId(localId: string): PartUser | undefined;
  getUserByEmail(email: string): PartUser | undefined;
  updateUserByLocalId(localId: string, fields: Json): PartUser;
  deleteUser(user: PartUser): void;
  createRefreshTokenFor(
    user: PartUser,
    provider: string,
    about: { readonly secondFactor?: SecondFactor | undefined },
  ): string;
  createOob(
    email: string,
    newEmail: string | undefined,
    requestType: string,
    link: (oobCode: string) => string,
  ): { readonly oobCode: string };
  deleteOobCode(oobCode: string): boolean;
  listOobCodes(): Iterable<{ readonly oobCode: string; readonly requestType: string }>;
}

/** Refusal of the service, by its own name; the SDK translates the names. */
export class Refusal extends Error {
  readonly answer: Json;

  constructor(name: string, answer?: Json) {
    super(name);
    this.answer = answer ?? {
      error: { code: 400, message: name, errors: [{ message: name, reason: 'invalid', domain: 'global' }] },
    };
  }
}

const names: Readonly<Partial<Record<PortErrorCode, string>>> = {
  'auth/missing-password': 'MISSING_PASSWORD',
  'auth/weak-password': 'WEAK_PASSWORD : Password should be at least 6 characters',
  'auth/password-does-not-meet-requirements':
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements',
  'auth/too-many-requests': 'TOO_MANY_ATTEMPTS_TRY_LATER',
};

/** Runs a check of the embedded cloud; its refusal becomes one of the service. */
export function orRefusal<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    const name = isPortError(error) ? names[error.code] : undefined;
    throw name === undefined ? error : new Refusal(name);
  }
}

export const text = (body: Json, field: string): string => {
  const value = body[field];
  return typeof value === 'string' ? value : '';
};

/** The part within a body that is about one kind of factor, `null` when it is not there. */
export const within = (body: Json, field: string): Json | null => {
  const value = body[field];
  return typeof value === 'object' && value !== null ? (value as Json) : null;
};
