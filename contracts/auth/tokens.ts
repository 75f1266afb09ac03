/** Tokens of a session: handed out, renewed, expired. */
import { expect } from 'vitest';
import type { IdToken, User } from '#ports/auth/auth.ts';
import { recorder, type Scenario } from '../harness.ts';
import { byPassword, minuteMs, expectCode } from './common.ts';

export function tokenScenarios(scenario: Scenario): void {
  scenario('onTokenChange reports renewals too', { needs: ['auth.session'] }, async (scene) => {
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

  scenario('renewing a token does not report a user change', async (scene) => {
    const { auth } = await scene.member();
    const users = recorder<User | null>();
    scene.closing(auth.onUserChange(users.next));
    await scene.settle();
    await scene.advance(1000);
    await auth.idToken({ forceRefresh: true });
    await scene.advance(59 * minuteMs);
    expect(users.values).toHaveLength(1);
  });

  scenario('a token from idToken is valid for at least 30 seconds', async (scene) => {
    const { auth } = await scene.member();
    for (let step = 0; step < 40; step++) {
      const left = ((await auth.idToken())?.expiresAt ?? 0) - scene.server.clock.now();
      expect(left).toBeGreaterThanOrEqual(30_000);
      await scene.advance(3.3 * minuteMs);
    }
  });

  scenario(
    'offline, idToken returns the cached token while it is valid for at least 30 seconds',
    async (scene) => {
      const client = await scene.member();
      const { expiresAt = 0 } = (await client.auth.idToken()) ?? {};
      await scene.setNetwork(client, false);
      await scene.advance(expiresAt - scene.server.clock.now() - 31_000);
      expect((await client.auth.idToken())?.expiresAt).toBe(expiresAt);
      await scene.advance(2000);
      await expectCode(client.auth.idToken(), 'auth/network-request-failed');
    },
  );

  scenario('a token is renewed before it expires and keeps its sign-in time', async (scene) => {
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

  scenario('a token that expired offline is renewed on reconnect before other requests', async (scene) => {
    const client = await scene.member();
    const uid = client.auth.currentUser()?.uid;
    await scene.setNetwork(client, false);
    await scene.advance(120 * minuteMs);
    await expectCode(client.auth.idToken(), 'auth/network-request-failed');
    expect(client.auth.currentUser()?.uid).toBe(uid);
    const back = scene.setNetwork(client, true);
    expect(await client.functions.call('whoAmI')).toBe(uid);
    await back;
  });

  scenario('idToken returns the current token while a sign-in is in progress', async (scene) => {
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

  scenario('a revoked session ends when its token expires, at the latest', async (scene) => {
    const client = await scene.member();
    const uid = client.auth.currentUser()?.uid ?? '';
    await client.auth.idToken();
    await scene.server.users.revokeSessions(uid);
    // Whether the token goes on being accepted is the provider's.
    expect([uid, null]).toContain(await client.functions.call('whoAmI'));
    await scene.advance(61 * minuteMs);
    expect(client.auth.currentUser()).toBeNull();
    expect(await client.functions.call('whoAmI')).toBeNull();
  });

  scenario('a token contains the user’s profile and sign-in method', async (scene) => {
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
    'a token is renewed five minutes before it expires without a call',
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
    'a failed token renewal is repeated without a call until the token expires',
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
}
