/** Name of an account that has none yet, as of one that signed in by a link: the first that its person gives in a team. */
import type { Auth, User } from '#ports/auth/auth.ts';

/** A failure is not told: the name stands in the team, and is asked again elsewhere. */
export async function nameAccount(auth: Auth, user: User, displayName: string): Promise<void> {
  if (user.displayName) return;
  await auth.updateProfile({ displayName }).catch(() => undefined);
}
