/** A person as the port shows them, from what the SDK knows. */
import { multiFactor, type MultiFactorInfo, reload, type User as SdkUser } from 'firebase/auth';
import type { EnrolledFactor, LinkedProvider, User } from '#ports/auth/auth.ts';

/** Fields of the SDK's stored user that are needed here: its public fields have whole seconds only. */
interface Kept {
  readonly createdAt?: unknown;
  readonly lastLoginAt?: unknown;
  readonly stsTokenManager?: { readonly accessToken?: unknown; readonly expirationTime?: unknown };
}

export function portUser(user: SdkUser): User {
  const { createdAt, lastLoginAt }: Kept = user.toJSON();
  return Object.freeze({
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoURL,
    phoneNumber: user.phoneNumber,
    isAnonymous: user.isAnonymous,
    providers: Object.freeze(user.providerData.map(linkedProvider)),
    factors: Object.freeze(multiFactor(user).enrolledFactors.map(enrolledFactor)),
    createdAt: timeOf(createdAt, user.metadata.creationTime),
    lastSignInAt: timeOf(lastLoginAt, user.metadata.lastSignInTime),
  });
}

/** Asks what became of the person, their second factors too: of those the SDK keeps the last one when the backend names none. */
export async function lookAgain(user: SdkUser): Promise<void> {
  const kept = multiFactor(user) as { enrolledFactors: readonly MultiFactorInfo[] };
  const before = kept.enrolledFactors;
  await reload(user);
  if (kept.enrolledFactors === before) kept.enrolledFactors = [];
}

export interface KeptToken {
  readonly text: string;
  /** Its end by this browser's clock: the SDK adds the lifetime when the token arrives. `null` when it noted nothing. */
  readonly endsAt: number | null;
}

/** The token that the SDK has, good or not; asking for it by its own methods may go to the backend. */
export function keptToken(user: SdkUser): KeptToken | null {
  const { accessToken, expirationTime } = (user.toJSON() as Kept).stsTokenManager ?? {};
  if (typeof accessToken !== 'string') return null;
  return { text: accessToken, endsAt: typeof expirationTime === 'number' ? expirationTime : null };
}

const timeOf = (exact: unknown, text: string | undefined): number =>
  Number(exact) || Date.parse(text ?? '') || 0;

const linkedProvider = ({
  providerId,
  uid,
  email,
  phoneNumber,
  displayName,
}: SdkUser['providerData'][number]) =>
  Object.freeze({
    providerId: providerId as LinkedProvider['providerId'],
    uid,
    email,
    phoneNumber,
    displayName,
  });

export function enrolledFactor(info: MultiFactorInfo): EnrolledFactor {
  const phone = 'phoneNumber' in info && typeof info.phoneNumber === 'string' ? info.phoneNumber : null;
  return Object.freeze({
    id: info.uid,
    kind: info.factorId as EnrolledFactor['kind'],
    displayName: info.displayName || null,
    enrolledAt: Date.parse(info.enrollmentTime),
    phoneHint: phone === null ? null : hidden(phone),
  });
}

/** The backend hides them only until the second factor was shown. */
const hidden = (phone: string): string => phone.slice(0, -4).replaceAll(/\d/g, '*') + phone.slice(-4);
