/**
 * Tokens of requests that the SDK's modules can't make themselves: the same tokens that they would send, from where they
 * take them. The SDK exports it for its own modules and leaves it out of its types.
 */
import * as sdk from 'firebase/app';
import type { FirebaseContext } from './context.ts';

interface TokenSource {
  getToken(): Promise<{ readonly accessToken?: string; readonly token?: string } | null>;
}

type GetProvider = (
  app: sdk.FirebaseApp,
  name: 'auth-internal' | 'app-check-internal',
) => { getImmediate(options: { optional: true }): TokenSource | null };

const { _getProvider: providerOf } = sdk as unknown as { readonly _getProvider: GetProvider };

export type RequestHeaders = Readonly<Record<string, string>>;

/** Headers that identify the caller. Empty when nobody is signed in, or the service is not in use. */
export async function requestHeaders(
  context: FirebaseContext,
  scheme: 'Bearer' | 'Firebase',
): Promise<RequestHeaders> {
  await context.identified();
  const source = (name: 'auth-internal' | 'app-check-internal') =>
    providerOf(context.app, name).getImmediate({ optional: true });
  const [auth, appCheck] = await Promise.all([
    source('auth-internal')?.getToken(),
    source('app-check-internal')?.getToken(),
  ]);
  return {
    ...(auth?.accessToken === undefined ? {} : { Authorization: `${scheme} ${auth.accessToken}` }),
    ...(appCheck?.token === undefined ? {} : { 'X-Firebase-AppCheck': appCheck.token }),
  };
}
