import type { Auth, SignInResult, SocialProvider } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { offered } from '#src/data/client/extensions.ts';
import { keepSession } from '#src/data/client/session-mark.ts';

/** Sign-in at a social provider: in a popup, or, where the browser allows none, by leaving this page. */
export async function byProvider(auth: Auth, provider: SocialProvider): Promise<SignInResult> {
  const social = offered(auth.social);
  await keepSession(auth, 'local');
  try {
    return await social.signIn({ provider });
  } catch (error) {
    if (!isPortError(error, 'auth/popup-blocked')) throw error;
    return social.signIn({ provider, mode: 'redirect' });
  }
}
