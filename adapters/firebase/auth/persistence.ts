/** Where the SDK keeps a session, by the port's names. */
import {
  type Auth as SdkAuth,
  browserLocalPersistence,
  browserSessionPersistence,
  inMemoryPersistence,
  type Persistence,
} from 'firebase/auth';
import type { AuthPersistence } from '#ports/auth/auth.ts';

export const persistences: Readonly<Record<AuthPersistence, Persistence>> = {
  local: browserLocalPersistence,
  session: browserSessionPersistence,
  memory: inMemoryPersistence,
};

/** The name under which the SDK keeps something in the browser. */
const keptAs = (what: string, { apiKey, name }: { readonly apiKey: string; readonly name: string }) =>
  `firebase:${what}:${apiKey}:${name}`;

type Kept = Pick<SdkAuth, 'name'> & { readonly apiKey: string };

function inThisTab(what: string, auth: Kept): boolean {
  try {
    return sessionStorage.getItem(keptAs(what, auth)) !== null;
  } catch {
    return false;
  }
}

/**
 * Persistence at the start. Given both, the SDK would move a session that was meant for this tab to where all tabs see it, so it is
 * given the one in which there is a session.
 */
export const firstPersistence = (auth: Kept): Persistence =>
  inThisTab('authUser', auth) ? browserSessionPersistence : browserLocalPersistence;

/** Did this page leave to sign in elsewhere? */
export const returnsFromRedirect = (auth: Kept): boolean => inThisTab('pendingRedirect', auth);
