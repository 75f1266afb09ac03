/** The promises of `ports/auth/auth.ts`. */
import { expect } from 'vitest';
import type { User } from '#ports/auth/auth.ts';
import { contract, type Provider, recorder, rejection } from './harness.ts';

const password = 'correct horse';
const code = (codeOf: string) => expect.objectContaining({ name: 'PortError', code: codeOf });

export function authContract(provider: Provider): void {
  contract('auth', provider, (scenario) => {
    scenario('two browsers share no session', async (scene) => {
      const one = await scene.connect();
      const two = await scene.connect();
      await one.auth.createUser({ email: 'one@example.com', password });
      await scene.settle();
      expect(one.auth.currentUser()?.email).toBe('one@example.com');
      expect(two.auth.currentUser()).toBeNull();
      expect(await two.auth.idToken()).toBeNull();
    });

    scenario('creating an account signs in', async (scene) => {
      const { auth } = await scene.connect();
      const result = await auth.createUser({ email: ' Ada@Example.com', password });
      expect(result).toMatchObject({ kind: 'signed-in', isNewUser: true, providerId: 'password' });
      expect(auth.currentUser()).toMatchObject({
        email: 'ada@example.com',
        emailVerified: false,
        isAnonymous: false,
        providers: [{ providerId: 'password', uid: 'ada@example.com' }],
      } satisfies Partial<Record<keyof User, unknown>>);
      expect(JSON.stringify(result)).not.toContain(password);
    });

    scenario('signing in again by password', async (scene) => {
      const first = await scene.member('ada');
      const { auth } = await scene.connect();
      const result = await auth.signIn({ kind: 'password', email: 'ada@example.com', password });
      expect(result).toMatchObject({ kind: 'signed-in', isNewUser: false });
      expect(auth.currentUser()?.uid).toBe(first.auth.currentUser()?.uid);
    });

    scenario('user changes come later, the present one first', async (scene) => {
      const { auth } = await scene.connect();
      const users = recorder<User | null>();
      scene.closing(auth.onUserChange(users.next));
      expect(users.values).toEqual([]);
      await scene.settle();
      expect(users.values).toEqual([null]);
      await auth.createUser({ email: 'ada@example.com', password });
      await auth.signOut();
      await scene.settle();
      expect(users.values.map((user) => user?.email ?? null)).toEqual([null, 'ada@example.com', null]);
    });

    scenario('a wrong password is not told from an unknown address', async (scene) => {
      await scene.member('ada');
      const { auth } = await scene.connect();
      for (const email of ['ada@example.com', 'nobody@example.com'])
        expect(await rejection(auth.signIn({ kind: 'password', email, password: 'wrong one' }))).toEqual(
          code('auth/invalid-credential'),
        );
    });

    scenario('local persistence outlives a reload', async (scene) => {
      const client = await scene.member('ada');
      const again = await scene.reload(client);
      expect((await again.auth.ready())?.email).toBe('ada@example.com');
    });

    scenario('a custom token opens the account that the server named', async (scene) => {
      const { auth } = await scene.connect();
      const token = await scene.server.users.customToken('agent-7', { role: 'bot' });
      await auth.signIn({ kind: 'custom-token', token });
      expect(auth.currentUser()).toMatchObject({ uid: 'agent-7', isAnonymous: false });
      expect((await auth.idToken())?.claims).toMatchObject({ role: 'bot' });
    });

    scenario('a guest stays the same guest', async (scene) => {
      const { auth } = await scene.connect();
      await auth.signInAnonymously();
      const uid = auth.currentUser()?.uid;
      await auth.signInAnonymously();
      expect(auth.currentUser()).toMatchObject({ uid, isAnonymous: true, providers: [] });
    });

    scenario('tokens are renewed before they expire', async (scene) => {
      const { auth } = await scene.member();
      const first = await auth.idToken();
      await scene.advance(56 * 60_000);
      const second = await auth.idToken();
      expect(second?.token).not.toBe(first?.token);
      expect(second?.authenticatedAt).toBe(first?.authenticatedAt);
    });
  });
}
