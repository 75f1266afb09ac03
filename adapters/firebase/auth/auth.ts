/** The auth port of a Firebase client. The SDK loads on first use. */
import type { IdToken, User } from '#ports/auth/auth.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { type WholeAuthDriver, wholeAuthShell } from '#provider-kit/auth/shell.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { lazyDriver } from '#provider-kit/lazy-driver.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { portErrorFrom } from '../errors.ts';
import { once } from '#provider-kit/once.ts';
import { isSignInLink } from './sign-in-link.ts';
import type { LoadedAuth } from './driver.ts';
import { authCodes } from './errors.ts';

/** `first` is done before the SDK's module is started. */
export function createFirebaseAuth(
  context: FirebaseContext,
  first: () => Promise<void> = async () => {},
): CompleteAuth {
  let language: string | null = null;
  let user: User | null = null;
  let token: IdToken | null = null;
  const users = new CurrentValue(context, known, () => user);
  const tokens = new CurrentValue(context, known, () => token);
  context.onDispose(() => {
    users.dispose();
    tokens.dispose();
  });
  const driver = once(async () => {
    await first();
    const { startAuth } = await import('./driver.ts');
    const started = startAuth(context, {
      user(next) {
        user = next;
        users.tell(next);
      },
      token(next) {
        token = next;
        tokens.tell(next);
      },
    });
    started.setLanguage(language);
    return started;
  });
  const alive = whileAlive(context);
  const ask = <T>(run: (driver: LoadedAuth) => Promise<T>): Promise<T> =>
    alive(async () => {
      try {
        return await run(await driver());
      } catch (error) {
        throw portErrorFrom(authCodes, error);
      }
    });

  function known() {
    return ask((auth) => auth.ready());
  }

  return wholeAuthShell(
    lazyDriver<WholeAuthDriver>(
      {
        currentUser: () => user,
        onUserChange: (next) => users.add(next),
        onTokenChange: (next) => tokens.add(next),
        isSignInLink,
        providers: null,
        setLanguage(tag) {
          language = tag;
          void ask(async (auth) => auth.setLanguage(tag)).catch(() => {});
        },
      },
      ask,
    ),
  );
}
