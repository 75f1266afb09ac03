import { expect } from 'vitest';
import type { User } from '#ports/auth/auth.ts';
import { recorder, type Scenario } from '../harness.ts';
import { byPassword, authPassword, expectCode } from './common.ts';

export function sessionScenarios(scenario: Scenario): void {
  scenario('two browsers have separate sessions', async (scene) => {
    const one = await scene.connect();
    const two = await scene.connect();
    await one.auth.createUser({ email: 'one@example.com', password: authPassword });
    await scene.settle();
    expect(one.auth.currentUser()?.email).toBe('one@example.com');
    expect(two.auth.currentUser()).toBeNull();
    expect(await two.auth.idToken()).toBeNull();
  });

  scenario(
    'a new client has no user',
    { needs: ['auth.linking', 'auth.mail', 'auth.deletion'] },
    async (scene) => {
      const { auth } = await scene.connect();
      expect(await auth.ready()).toBeNull();
      expect(auth.currentUser()).toBeNull();
      for (const needsSomebody of [
        () => auth.reload(),
        () => auth.updateProfile({ displayName: 'Ada' }),
        () => auth.updatePassword('another horse'),
        () => auth.linking.link(byPassword('ada@example.com')),
        () => auth.mail.sendVerification(),
        () => auth.deletion.deleteUser(),
      ])
        await expectCode(needsSomebody(), 'unauthenticated');
      await auth.signOut();
    },
  );

  scenario('onUserChange reports the current user asynchronously, then each change', async (scene) => {
    const { auth } = await scene.connect();
    const users = recorder<User | null>();
    scene.closing(auth.onUserChange(users.next));
    expect(users.values).toEqual([]);
    await scene.settle();
    expect(users.values).toEqual([null]);
    await auth.createUser({ email: 'ada@example.com', password: authPassword });
    await auth.updateProfile({ displayName: 'Ada' });
    await auth.signOut();
    await scene.settle();
    expect(users.values.map((user) => user && [user.email, user.displayName])).toEqual([
      null,
      ['ada@example.com', null],
      ['ada@example.com', 'Ada'],
      null,
    ]);
  });

  scenario(
    'onUserChange reports nothing after unsubscribing, and unsubscribing twice has no effect',
    { needs: ['auth.guests'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const users = recorder<User | null>();
      const stop = auth.onUserChange(users.next);
      stop();
      stop();
      const others = recorder<User | null>();
      scene.closing(auth.onUserChange(others.next));
      await auth.guests.signIn();
      await scene.settle();
      expect(users.values).toEqual([]);
      expect(others.last()?.isAnonymous).toBe(true);
    },
  );

  scenario('calls to the backend are authenticated once signIn has resolved', async (scene) => {
    const client = await scene.connect();
    expect(await client.functions.call('whoAmI')).toBeNull();
    await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
    expect(await client.functions.call('whoAmI')).toBe(client.auth.currentUser()?.uid);
    await client.auth.signOut();
    expect(await client.functions.call('whoAmI')).toBeNull();
  });

  scenario('signing in as another account replaces the current user', async (scene) => {
    await scene.member('ada');
    const ben = await scene.member('ben');
    const users = recorder<User | null>();
    scene.closing(ben.auth.onUserChange(users.next));
    await scene.settle();
    await ben.auth.signIn(byPassword('ada@example.com'));
    await scene.settle();
    expect(users.values.map((user) => user?.email)).toEqual(['ben@example.com', 'ada@example.com']);
    expect(await ben.functions.call('whoAmI')).toBe(ben.auth.currentUser()?.uid);
  });

  scenario('sign-in and sign-out take effect in the order of their calls', async (scene) => {
    const client = await scene.member('ada');
    void client.auth.signOut();
    void client.auth.signIn(byPassword('ada@example.com'));
    await client.auth.signOut();
    await scene.settle();
    expect(client.auth.currentUser()).toBeNull();
    void client.auth.signIn(byPassword('ada@example.com'));
    await client.auth.updateProfile({ displayName: 'Ada' });
    expect(client.auth.currentUser()?.displayName).toBe('Ada');
  });

  scenario('a sign-out survives a reload', async (scene) => {
    const client = await scene.member();
    await client.auth.signOut();
    const again = await scene.reload(client);
    expect(await again.auth.ready()).toBeNull();
  });

  scenario('a revoked session ends at its next use', async (scene) => {
    const client = await scene.member();
    const users = recorder<User | null>();
    scene.closing(client.auth.onUserChange(users.next));
    await scene.settle();
    await scene.server.users.revokeSessions(client.auth.currentUser()?.uid ?? '');
    await expectCode(client.auth.idToken({ forceRefresh: true }), 'auth/user-token-expired');
    await scene.settle();
    expect(client.auth.currentUser()).toBeNull();
    expect(users.last()).toBeNull();
  });

  scenario('offline, the current user is kept and calls to the backend reject', async (scene) => {
    const client = await scene.member('ada');
    const token = await client.auth.idToken();
    await scene.setNetwork(client, false);
    expect(client.auth.currentUser()?.email).toBe('ada@example.com');
    expect(await client.auth.idToken()).toEqual(token);
    await expectCode(client.auth.idToken({ forceRefresh: true }), 'auth/network-request-failed');
    await expectCode(client.auth.reload(), 'auth/network-request-failed');
    await expectCode(client.auth.signIn(byPassword('ada@example.com')), 'auth/network-request-failed');
    await client.auth.signOut();
    expect(client.auth.currentUser()).toBeNull();
  });

  scenario(
    'methods of a disposed client reject, and its listeners get nothing',
    { needs: ['realtime.transactions', 'realtime.disconnects', 'auth.mail'] },
    async (scene) => {
      const client = await scene.member('ada');
      const users = recorder<User | null>();
      client.auth.onUserChange(users.next);
      await scene.settle();
      await client.dispose();
      await expectCode(client.auth.signIn(byPassword('ada@example.com')), 'failed-precondition');
      await expectCode(client.auth.idToken(), 'failed-precondition');
      await expectCode(client.auth.signOut(), 'failed-precondition');
      await expectCode(client.auth.ready(), 'failed-precondition');
      await expectCode(client.auth.mail.checkCode('code'), 'failed-precondition');
      client.auth.onUserChange(users.next)();
      await scene.settle();
      expect(users.values).toHaveLength(1);
    },
  );

  scenario(
    'invalid arguments throw a TypeError synchronously',
    { needs: ['auth.session', 'auth.mail', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const nothing = undefined as unknown as string;
      expect(() => auth.createUser({ email: nothing, password: authPassword })).toThrow(TypeError);
      expect(() => auth.signIn({ kind: 'password', email: 'ada@example.com', password: nothing })).toThrow(
        TypeError,
      );
      expect(() => auth.signIn({ kind: 'magic' } as never)).toThrow(TypeError);
      expect(() => auth.session.setPersistence('forever' as never)).toThrow(TypeError);
      expect(() => auth.mail.sendPasswordReset(nothing)).toThrow(TypeError);
      expect(() => auth.linking.unlink(nothing as never)).toThrow(TypeError);
    },
  );

  scenario('the language is null until it is set', { needs: ['auth.language'] }, async (scene) => {
    const { auth } = await scene.connect();
    expect(auth.language.current()).toBeNull();
    auth.language.set('de-CH');
    expect(auth.language.current()).toBe('de-CH');
    auth.language.set(null);
    expect(auth.language.current()).toBeNull();
  });
}
