/**
 * Mark of a signed-in person in this browser, removed by a sign-out here: a session that is over while the mark is there was ended
 * elsewhere (signed out everywhere, account disabled).
 */
const key = 'muster.session';

export function markSession(uid: string): void {
  try {
    localStorage.setItem(key, uid);
  } catch {
    // Without storage the sign-in screen does not mention a session that was ended elsewhere.
  }
}

export function unmarkSession(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no mark.
  }
}

/** User id of the last session in this browser; null: none, or ended by signing out. */
export function markedSession(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
