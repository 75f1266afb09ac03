/** Current session with the claims of its token; immutable. */
import type { IdToken, User } from '#ports/auth/auth.ts';
import type { StoredSession } from './remembered.ts';

export interface LiveSession extends StoredSession {
  readonly idToken: IdToken;
}

/** `null` for one whose token can't be read. */
export function liveFrom(
  session: StoredSession,
  readToken: (token: string) => IdToken | null,
): LiveSession | null {
  const idToken = readToken(session.token);
  return idToken && { ...session, user: frozen(session.user), idToken };
}

export const storedSession = ({ user, token, refreshToken }: LiveSession): StoredSession => ({
  user,
  token,
  refreshToken,
});

/** Whether two stored sessions are of the same person, with the same token and the same user. */
export const sameSession = (live: StoredSession | null, next: StoredSession | null): boolean =>
  live?.token === next?.token && JSON.stringify(live?.user) === JSON.stringify(next?.user);

const frozen = (user: User): User =>
  Object.freeze({
    ...user,
    providers: Object.freeze(user.providers.map((linked) => Object.freeze({ ...linked }))),
    factors: Object.freeze(user.factors.map((factor) => Object.freeze({ ...factor }))),
  });
