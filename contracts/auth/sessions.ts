import { expect } from 'vitest';
import type { IdToken, User } from '#ports/auth/auth.ts';
import { recorder, type Scenario } from '../harness.ts';
import { byPassword, minuteMs, authPassword, expectCode } from './common.ts';

export function sessionScenarios(scenario: Scenario): void {
  scenario('two browsers share no session', async (scene) => {
    const one = await scene.connect();
    const two = await scene.connect();
    await one.auth.createUser({ email: 'one@example.com', password: authPassword });
    await scene.settle();
    expect(one.auth.currentUser()?.email).toBe('one@example.com');
    expect(two.auth.currentUser()).toBeNull();
    expect(await two.auth.idToken()).toBeNull();
  });

  scenario(
    'nobody is signed in at first',
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

  scenario('user changes come later, the present one first, then each change', async (scene) => {
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
    'nothing comes after unsubscribing, and unsubscribing twice does nothing',
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

  scenario('token changes tell of renewals too', { needs: ['auth.session'] }, async (scene) => {
    const { auth } = await scene.member();
    const tokens = recorder<IdToken | null>();
    scene.closing(auth.session.onTokenChange(tokens.next));
    await scene.settle();
    expect(tokens.values).toHaveLength(1);
    await scene.advance(1000);
    await auth.idToken({ forceRefresh: true });
    await auth.signOut();
    await scene.settle();
    expect(tokens.values).toHaveLength(3);
    expect(tokens.values[1]?.issuedAt).toBeGreaterThan(tokens.values[0]?.issuedAt ?? Infinity);
    expect(tokens.last()).toBeNull();
  });

  scenario('a renewed token changes nobody', async (scene) => {
    const { auth } = await scene.member();
    const users = recorder<User | null>();
    scene.closing(auth.onUserChange(users.next));
    await scene.settle();
    await scene.advance(1000);
    await auth.idToken({ forceRefresh: true });
    await scene.advance(59 * minuteMs);
    expect(users.values).toHaveLength(1);
  });

  scenario('a token that is handed out is good for 30 seconds or more', async (scene) => {
    const { auth } = await scene.member();
    for (let step = 0; step < 40; step++) {
      const left = ((await auth.idToken())?.expiresAt ?? 0) - scene.server.clock.now();
      expect(left).toBeGreaterThanOrEqual(30_000);
      await scene.advance(3.3 * minuteMs);
    }
  });

  scenario('offline a token is handed out while it is good for 30 seconds or more', async (scene) => {
    const client = await scene.member();
    const { expiresAt = 0 } = (await client.auth.idToken()) ?? {};
    await scene.setNetwork(client, false);
    await scene.advance(expiresAt - scene.server.clock.now() - 31_000);
    expect((await client.auth.idToken())?.expiresAt).toBe(expiresAt);
    await scene.advance(2000);
    await expectCode(client.auth.idToken(), 'auth/network-request-failed');
  });

  scenario('a token is renewed before it expires, and the proof stays as old as it is', async (scene) => {
    const { auth } = await scene.member();
    const first = await auth.idToken();
    expect(first).toMatchObject({ signInProvider: 'password', secondFactor: null });
    expect(await auth.idToken()).toEqual(first);
    await scene.advance(56 * minuteMs);
    const second = await auth.idToken();
    expect(second?.token).not.toBe(first?.token);
    expect(second?.authenticatedAt).toBe(first?.authenticatedAt);
    expect((second?.expiresAt ?? 0) - (second?.issuedAt ?? 0)).toBe(60 * minuteMs);
  });

  scenario(
    'a token that expired while offline is renewed on return, before anything else is asked',
    async (scene) => {
      const client = await scene.member();
      const uid = client.auth.currentUser()?.uid;
      await scene.setNetwork(client, false);
      await scene.advance(120 * minuteMs);
      await expectCode(client.auth.idToken(), 'auth/network-request-failed');
      expect(client.auth.currentUser()?.uid).toBe(uid);
      const back = scene.setNetwork(client, true);
      expect(await client.functions.call('whoAmI')).toBe(uid);
      await back;
    },
  );

  scenario('the backend knows the person once signing in has resolved', async (scene) => {
    const client = await scene.connect();
    expect(await client.functions.call('whoAmI')).toBeNull();
    await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
    expect(await client.functions.call('whoAmI')).toBe(client.auth.currentUser()?.uid);
    await client.auth.signOut();
    expect(await client.functions.call('whoAmI')).toBeNull();
  });

  scenario('signing in as another person replaces the first', async (scene) => {
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

  scenario('what is asked for first is done first', async (scene) => {
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

  scenario('a change that is under way keeps nobody from a token', async (scene) => {
    await scene.member('ada');
    const { auth } = await scene.member('ben');
    const uid = auth.currentUser()?.uid;
    let changed = false;
    const changing = auth.signIn(byPassword('ada@example.com')).then(() => (changed = true));
    expect((await auth.idToken())?.claims['sub']).toBe(uid);
    expect(changed).toBe(false);
    await changing;
    expect((await auth.idToken())?.claims['email']).toBe('ada@example.com');
  });

  scenario(
    'local and session persistence outlive a reload, memory does not',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [kind, remembered] of [
        ['local', true],
        ['session', true],
        ['memory', false],
      ] as const) {
        const client = await scene.member(`reload-${kind}`);
        await client.auth.session.setPersistence(kind);
        const again = await scene.reload(client);
        const users = recorder<User | null>();
        scene.closing(again.auth.onUserChange(users.next));
        await scene.settle();
        const email = remembered ? `reload-${kind}@example.com` : null;
        expect((await again.auth.ready())?.email ?? null).toBe(email);
        expect(users.values.map((user) => user?.email ?? null)).toEqual([email]);
      }
    },
  );

  scenario(
    'of the tabs of one browser, later ones share what is kept local, and only that',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [kind, shared] of [
        [null, true],
        ['local', true],
        ['session', false],
        ['memory', false],
      ] as const) {
        const client = await scene.connect();
        if (kind) await client.auth.session.setPersistence(kind);
        await client.auth.createUser({ email: `tab-${kind}@example.com`, password: authPassword });
        const tab = await scene.openTab(client);
        expect((await tab.auth.ready())?.email ?? null).toBe(shared ? `tab-${kind}@example.com` : null);
        await client.auth.signOut();
        const later = await scene.openTab(client);
        expect(await later.auth.ready()).toBeNull();
      }
    },
  );

  scenario(
    'tabs that are open follow each other, as far as they keep their session for the browser',
    { needs: ['auth.session'] },
    async (scene) => {
      const here = await scene.connect();
      const [there, apart, gone] = [
        await scene.openTab(here),
        await scene.openTab(here),
        await scene.openTab(here),
      ];
      await apart.auth.session.setPersistence('session');
      await gone.auth.session.setPersistence('memory');
      const users = recorder<User | null>();
      scene.closing(there.auth.onUserChange(users.next));
      const followed = () => scene.advance(1000);
      const name = () => there.auth.currentUser()?.displayName;

      await here.auth.createUser({ email: 'ada@example.com', password: authPassword });
      await followed();
      expect(there.auth.currentUser()).toEqual(here.auth.currentUser());
      expect(await there.functions.call('whoAmI')).toBe(here.auth.currentUser()?.uid);
      await here.auth.updateProfile({ displayName: 'Ada' });
      await followed();
      expect(name()).toBe('Ada');
      await there.auth.updateProfile({ displayName: 'Ada L.' });
      await followed();
      expect(here.auth.currentUser()?.displayName).toBe('Ada L.');
      await here.auth.idToken({ forceRefresh: true });
      await followed();
      expect(await there.auth.idToken()).toEqual(await here.auth.idToken());
      await there.auth.signOut();
      await followed();
      expect(here.auth.currentUser()).toBeNull();
      expect(users.values.map((user) => user?.displayName)).toEqual([
        undefined,
        null,
        'Ada',
        'Ada L.',
        undefined,
      ]);
      for (const { auth } of [apart, gone]) expect(auth.currentUser()).toBeNull();
    },
  );

  scenario(
    'a tab that keeps its session to itself takes it from the others',
    { needs: ['auth.session'] },
    async (scene) => {
      const here = await scene.member('ada');
      const there = await scene.openTab(here);
      expect((await there.auth.ready())?.email).toBe('ada@example.com');
      await here.auth.session.setPersistence('session');
      await scene.advance(1000);
      expect(there.auth.currentUser()).toBeNull();
      expect(here.auth.currentUser()?.email).toBe('ada@example.com');
      const again = await scene.reload(here);
      expect((await again.auth.ready())?.email).toBe('ada@example.com');
    },
  );

  scenario(
    'a session kept for one tab stays that tab’s after a reload, and its end lasts',
    { needs: ['auth.session'] },
    async (scene) => {
      const client = await scene.connect();
      await client.auth.session.setPersistence('session');
      await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
      const again = await scene.reload(client);
      expect((await again.auth.ready())?.email).toBe('ada@example.com');
      await again.auth.updateProfile({ displayName: 'Ada' });
      const third = await scene.reload(again);
      expect((await third.auth.ready())?.displayName).toBe('Ada');
      await third.auth.signOut();
      const last = await scene.reload(third);
      expect(await last.auth.ready()).toBeNull();
    },
  );

  scenario(
    'a session kept for one tab is no other’s after a reload either',
    { needs: ['auth.session'] },
    async (scene) => {
      const client = await scene.connect();
      await client.auth.session.setPersistence('session');
      await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
      const again = await scene.reload(client);
      await again.auth.updateProfile({ displayName: 'Ada' });
      await again.auth.idToken({ forceRefresh: true });
      const beside = await scene.openTab(again);
      expect(await beside.auth.ready()).toBeNull();
    },
  );

  scenario(
    'a session whose keeping was changed is kept in one place',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [before, after] of [
        ['local', 'memory'],
        ['session', 'memory'],
        ['session', 'local'],
      ] as const) {
        const client = await scene.connect();
        await client.auth.session.setPersistence(before);
        await client.auth.createUser({ email: `${before}-${after}@example.com`, password: authPassword });
        await client.auth.session.setPersistence(after);
        const again = await scene.reload(client);
        expect((await again.auth.ready()) !== null).toBe(after !== 'memory');
        await again.auth.signOut();
        expect(await (await scene.reload(again)).auth.ready()).toBeNull();
      }
    },
  );

  scenario('what is chosen before signing in holds for it', { needs: ['auth.session'] }, async (scene) => {
    const client = await scene.connect();
    await client.auth.session.setPersistence('memory');
    await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
    const again = await scene.reload(client);
    expect(await again.auth.ready()).toBeNull();
  });

  scenario('after a reload the backend knows the person from the first call on', async (scene) => {
    const client = await scene.member();
    const uid = client.auth.currentUser()?.uid;
    const again = await scene.reload(client);
    expect(await again.functions.call('whoAmI')).toBe(uid);
  });

  scenario('a sign-out lasts', async (scene) => {
    const client = await scene.member();
    await client.auth.signOut();
    const again = await scene.reload(client);
    expect(await again.auth.ready()).toBeNull();
  });

  scenario('a session that was revoked ends at its next use', async (scene) => {
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

  scenario(
    'a token that was handed out is good until it expires, whatever became of its session',
    async (scene) => {
      const client = await scene.member();
      const uid = client.auth.currentUser()?.uid ?? '';
      const token = await client.auth.idToken();
      await scene.server.users.revokeSessions(uid);
      expect(await client.auth.idToken()).toEqual(token);
      expect(await client.functions.call('whoAmI')).toBe(uid);
      await scene.advance(61 * minuteMs);
      expect(client.auth.currentUser()).toBeNull();
      expect(await client.functions.call('whoAmI')).toBeNull();
    },
  );

  scenario('a token tells who the person is and how they signed in', async (scene) => {
    const { auth } = await scene.member('ada');
    await auth.updateProfile({ displayName: 'Ada', photoUrl: 'https://example.com/ada.png' });
    const { uid = '' } = auth.currentUser() ?? {};
    expect(await auth.idToken({ forceRefresh: true })).toMatchObject({
      signInProvider: 'password',
      secondFactor: null,
      claims: {
        sub: uid,
        email: 'ada@example.com',
        email_verified: false,
        name: 'Ada',
        picture: 'https://example.com/ada.png',
      },
    });
  });

  scenario(
    'a token is renewed five minutes early without being asked for',
    { needs: ['auth.session'] },
    async (scene) => {
      const { auth } = await scene.member();
      const tokens = recorder<IdToken | null>();
      scene.closing(auth.session.onTokenChange(tokens.next));
      await scene.settle();
      const { expiresAt = 0 } = tokens.last() ?? {};
      await scene.advance(expiresAt - scene.server.clock.now() - 5 * minuteMs - 1000);
      expect(tokens.values).toHaveLength(1);
      await scene.advance(2000);
      expect(tokens.values).toHaveLength(2);
      expect(tokens.last()?.expiresAt).toBeGreaterThan(expiresAt);
    },
  );

  scenario(
    'a renewal that fails for a while is tried again without being asked for, before the token expires',
    { needs: ['control', 'auth.session'] },
    async (scene) => {
      const { auth, control } = await scene.member();
      const tokens = recorder<IdToken | null>();
      scene.closing(auth.session.onTokenChange(tokens.next));
      await scene.settle();
      const { expiresAt = 0 } = tokens.last() ?? {};
      await control?.inject({
        kind: 'refuse',
        service: 'auth',
        operation: 'refresh',
        code: 'internal',
        times: 2,
      });
      await scene.advance(expiresAt - scene.server.clock.now() - 5 * minuteMs + 1000);
      expect(tokens.values).toHaveLength(1);
      await scene.advance(4 * minuteMs);
      expect(tokens.values).toHaveLength(2);
      expect(tokens.last()?.expiresAt).toBeGreaterThan(expiresAt);
    },
  );

  scenario('offline: the person is known, the backend out of reach', async (scene) => {
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
    'a disposed client does nothing any more',
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
    'mistakes of the programmer are thrown at once',
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

  scenario('the language is the caller’s choice', { needs: ['auth.language'] }, async (scene) => {
    const { auth } = await scene.connect();
    expect(auth.language.current()).toBeNull();
    auth.language.set('de-CH');
    expect(auth.language.current()).toBe('de-CH');
    auth.language.set(null);
    expect(auth.language.current()).toBeNull();
  });
}
