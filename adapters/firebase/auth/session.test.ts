/** Promises of the session beyond the SDK's behaviour: here the SDK reports no change. */
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '#ports/auth/auth.ts';
import type { FirebaseContext } from '../context.ts';
import { FirebaseSession } from './session.ts';

const { sdk } = vi.hoisted(() => ({
  sdk: { currentUser: null as object | null, authStateReady: () => Promise.resolve() },
}));

vi.mock('firebase/auth', () => ({
  browserLocalPersistence: {},
  browserSessionPersistence: {},
  inMemoryPersistence: {},
  initializeAuth: () => sdk,
  multiFactor: () => ({ enrolledFactors: [] }),
  onIdTokenChanged: () => () => {},
}));

const person = (uid: string) => ({ uid, providerData: [], metadata: {}, toJSON: () => ({}) });

function begin() {
  const told: (string | null)[] = [];
  const context = { app: { name: 'muster' }, options: { project: { apiKey: 'key' } }, onDispose: () => {} };
  const audience = { user: (user: User | null) => told.push(user && user.uid), token: () => {} };
  return {
    session: new FirebaseSession(context as unknown as FirebaseContext, audience, async () => {}),
    told,
  };
}

afterEach(() => {
  sdk.currentUser = null;
});

it('reports the user when a change has ended', async () => {
  const { session, told } = begin();
  await session.inTurn(async () => void (sdk.currentUser = person('ada')));
  expect(told).toEqual(['ada']);
});

it('reports the user after a change that failed midway', async () => {
  const { session, told } = begin();
  sdk.currentUser = person('ada');
  await session.ready();
  const change = session.inTurn(() => {
    sdk.currentUser = null;
    return Promise.reject(new Error('half-way'));
  });
  await expect(change).rejects.toThrow('half-way');
  expect(told).toEqual(['ada', null]);
});

it('answers ready and idToken during a change', async () => {
  const { session } = begin();
  void session.inTurn(() => new Promise(() => {}));
  expect(await session.ready()).toBeNull();
  expect(await session.idToken(false)).toBeNull();
});
