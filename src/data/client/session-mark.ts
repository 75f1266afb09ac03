/**
 * Mark of a signed-in person, removed by a sign-out here: without a session the mark shows that it ended elsewhere (signed out everywhere,
 * account disabled). Stored where the session is: a session of one tab is not missed in another tab.
 */
import type { Auth } from '#ports/auth/auth.ts';

const key = 'muster.session';
/** In `sessionStorage`: this tab's session is its own. */
const ownKey = 'muster.session-of-tab';

/**
 * Keeps the session of this tab, or that of its next sign-in: for the whole browser, or until the tab is closed. A backend without
 * this setting keeps it for the browser.
 */
export async function keepSession(auth: Auth, wanted: 'local' | 'session'): Promise<void> {
  await auth.session?.setPersistence(wanted);
  const kind = auth.session ? wanted : 'local';
  ignoringFailure(() => {
    const uid = storage().getItem(key);
    storage().removeItem(key);
    if (kind === 'session') sessionStorage.setItem(ownKey, 'true');
    else sessionStorage.removeItem(ownKey);
    if (uid !== null) storage().setItem(key, uid);
  });
}

export const markSession = (uid: string): void => ignoringFailure(() => storage().setItem(key, uid));

export const unmarkSession = (): void => ignoringFailure(() => storage().removeItem(key));

/** User id of the last session of this tab, or of this browser; null: none, or ended by signing out. */
export function markedSession(): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

const storage = (): Storage => (sessionStorage.getItem(ownKey) === null ? localStorage : sessionStorage);

/** Without storage there is no mark, and the sign-in screen does not mention a session that was ended elsewhere. */
function ignoringFailure(work: () => void): void {
  try {
    work();
  } catch {
    // As above.
  }
}
