/**
 * Session of an embedded client for the SDK's modules, in place of firebase/auth: accounts, tokens and sign-ins are those of the
 * embedded cloud. firebase/auth itself is tested on the official part.
 */
import type { FirebaseApp } from 'firebase/app';
import type { CompleteAuth } from '#ports/complete.ts';

/** Container by which the SDK's modules find each other; not in its types. */
interface WithContainer {
  readonly container: { addComponent(component: unknown): void };
}

type Listener = (token: string | null) => void;

export function lendSession(app: FirebaseApp, auth: CompleteAuth): void {
  const ends = new Map<Listener, () => void>();
  const session = {
    getUid: () => auth.currentUser()?.uid ?? null,
    async getToken(forceRefresh = false) {
      const token = await auth.idToken({ forceRefresh });
      return token && { accessToken: token.token };
    },
    addAuthTokenListener(listener: Listener) {
      ends.set(
        listener,
        auth.session.onTokenChange((token) => listener(token?.token ?? null)),
      );
    },
    removeAuthTokenListener(listener: Listener) {
      ends.get(listener)?.();
      ends.delete(listener);
    },
  };
  addSession(app, session);
}

/** Registers a session under the name by which the SDK's modules find firebase/auth. */
export function addSession(app: FirebaseApp, session: object): void {
  (app as unknown as WithContainer).container.addComponent({
    name: 'auth-internal',
    type: 'PRIVATE',
    multipleInstances: false,
    serviceProps: {},
    instantiationMode: 'LAZY',
    onInstanceCreated: null,
    instanceFactory: () => session,
  });
}
