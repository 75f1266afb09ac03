/** Documents of a member through Firebase's adapter and its real SDK, with an unsigned token, which emulators accept. */
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import type { FirebaseContext } from '#adapters/firebase/context.ts';
import { createDocs } from '#adapters/firebase/docs/docs.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import { addSession } from '#tests/contracts/firebase/lend-session.ts';
import type { RoomMember } from './rooms.ts';

const project = {
  ...{ apiKey: 'none', authDomain: 'demo-muster.firebaseapp.com', projectId: 'demo-muster' },
  ...{ appId: '1:1:web:1', messagingSenderId: '1', storageBucket: 'demo-muster.appspot.com' },
  databaseURL: 'https://demo-muster-default-rtdb.firebaseio.com',
};

let apps = 0;

/** `docs`: `host:port` of the emulator. */
export function firebaseMember(docs: string, uid: string): RoomMember {
  const app = initializeApp(project, `bench-${++apps}`);
  signIn(app, uid);
  const settings = resolveSettings({});
  const endings: (() => void | Promise<void>)[] = [];
  const context: FirebaseContext = {
    ...{ app, options: { project, local: { docs } }, settings },
    identified: async () => {},
    onDispose: (run) => void endings.push(run),
    isDisposed: () => false,
    trackSubscription: countSubscriptions().trackSubscription,
  };
  return {
    docs: createDocs(context),
    uid,
    async dispose() {
      await Promise.allSettled(endings.map(async (run) => run()));
      await deleteApp(app);
    },
  };
}

function signIn(app: FirebaseApp, uid: string): void {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const accessToken = `${part({ alg: 'none' })}.${part({ sub: uid, email_verified: true })}.`;
  const session = {
    getUid: () => uid,
    getToken: async () => ({ accessToken }),
    addAuthTokenListener: (next: (token: string) => void) => queueMicrotask(() => next(accessToken)),
    removeAuthTokenListener: () => {},
  };
  addSession(app, session);
}
