import { expect } from 'vitest';
import type { Auth, Passkeys } from '#ports/auth/auth.ts';
import { needing, type Scenario } from '../harness.ts';
import { ada, authPassword, byPassword, challengeOf, expectCode, minuteMs, withTotp } from './common.ts';

export function passkeysOf({ passkeys }: Pick<Auth, 'passkeys'>): Passkeys {
  if (!passkeys) throw new Error('`auth.passkeys` is null.');
  return passkeys;
}

/** The person of each browser accepts its dialogs. */
export function passkeyScenarios(every: Scenario): void {
  const scenario = needing(every, ['auth.passkeys']);

  scenario('a passkey signs in without an address', async (scene) => {
    const { auth } = await scene.member('ada');
    const uid = auth.currentUser()?.uid;
    const passkeys = passkeysOf(auth);
    const made = await passkeys.add('My laptop');
    expect(made).toEqual({
      id: expect.any(String),
      name: 'My laptop',
      createdAt: scene.server.clock.now(),
      lastUsedAt: null,
    });
    expect(await passkeys.list()).toEqual([made]);
    await auth.signOut();
    await scene.advance(minuteMs);
    expect(await passkeys.signIn()).toMatchObject({
      kind: 'signed-in',
      isNewUser: false,
      providerId: 'passkey',
      user: { uid, email: ada },
    });
    expect(auth.currentUser()?.uid).toBe(uid);
    expect(await auth.idToken()).toMatchObject({ signInProvider: 'passkey', secondFactor: 'passkey' });
    expect(await passkeys.list()).toEqual([{ ...made, lastUsedAt: scene.server.clock.now() }]);
  });

  scenario(
    'a sign-in by passkey counts as both factors',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { auth } = await withTotp(scene);
      await passkeysOf(auth).add('Phone');
      await auth.signOut();
      challengeOf(await auth.signIn(byPassword(ada)));
      expect(await passkeysOf(auth).signIn()).toMatchObject({ kind: 'signed-in', providerId: 'passkey' });
    },
  );

  scenario('a cancelled passkey dialog signs nobody in', async (scene) => {
    const { auth } = await scene.connect();
    await expectCode(passkeysOf(auth).signIn(), 'auth/popup-closed-by-user');
    expect(auth.currentUser()).toBeNull();
  });

  scenario(
    'adding and removing a passkey requires a recent sign-in, and a passkey sign-in counts as one',
    async (scene) => {
      const { auth } = await scene.member('ada');
      const passkeys = passkeysOf(auth);
      const { id } = await passkeys.add('First');
      await scene.advance(6 * minuteMs);
      await expectCode(passkeys.add('Second'), 'auth/requires-recent-login');
      await expectCode(passkeys.remove(id), 'auth/requires-recent-login');
      expect(await passkeys.list()).toHaveLength(1);
      expect(await passkeys.reauthenticate()).toMatchObject({ kind: 'signed-in', providerId: 'passkey' });
      await passkeys.remove(id);
      expect(await passkeys.list()).toEqual([]);
    },
  );

  scenario('a passkey is renamed; names are 1 to 80 characters without spaces around them', async (scene) => {
    const { auth } = await scene.member('ada');
    const passkeys = passkeysOf(auth);
    const made = await passkeys.add('First');
    expect(await passkeys.rename(made.id, 'Office')).toEqual({ ...made, name: 'Office' });
    for (const name of ['', ' Office', 'x'.repeat(81)]) {
      await expectCode(passkeys.rename(made.id, name), 'invalid-argument');
      await expectCode(passkeys.add(name), 'invalid-argument');
    }
    expect(await passkeys.list()).toEqual([{ ...made, name: 'Office' }]);
    await expectCode(passkeys.rename('none', 'Office'), 'not-found');
    await expectCode(passkeys.remove('none'), 'not-found');
    expect(() => Reflect.apply(passkeys.add, passkeys, [1])).toThrow(TypeError);
  });

  scenario('a removed passkey can’t sign in, and the sessions it began end', async (scene) => {
    const { auth } = await scene.member('ada');
    const { id } = await passkeysOf(auth).add('Laptop');
    const tab = await scene.openTab(await scene.connect());
    await auth.signOut();
    await passkeysOf(auth).signIn();
    await tab.auth.signIn(byPassword(ada));
    await passkeysOf(tab.auth).remove(id);
    await expectCode(auth.reload(), 'auth/user-token-expired');
    expect(auth.currentUser()).toBeNull();
    await expectCode(passkeysOf(auth).signIn(), 'auth/invalid-credential');
    expect((await tab.auth.reload()).email).toBe(ada);
  });

  scenario('the last way to sign in can’t be removed', { needs: ['auth.linking'] }, async (scene) => {
    const { auth } = await scene.member('ada');
    const passkeys = passkeysOf(auth);
    const { id } = await passkeys.add('Laptop');
    expect((await auth.linking.unlink('password')).providers).toEqual([]);
    await expectCode(passkeys.remove(id), 'failed-precondition');
    expect(await passkeys.list()).toHaveLength(1);
    await auth.linking.link({ kind: 'password', email: ada, password: authPassword });
    await passkeys.remove(id);
    expect(await passkeys.list()).toEqual([]);
  });

  scenario('a device can register one passkey per account', async (scene) => {
    const { auth } = await scene.member('ada');
    await passkeysOf(auth).add('Laptop');
    await expectCode(passkeysOf(auth).add('Again'), 'auth/provider-already-linked');
  });

  scenario('a guest can’t add a passkey', { needs: ['auth.guests'] }, async (scene) => {
    const { auth } = await scene.connect();
    await auth.guests.signIn();
    await expectCode(passkeysOf(auth).add('Laptop'), 'auth/unsupported-first-factor');
  });

  scenario('a passkey of another account can’t reauthenticate', async (scene) => {
    const client = await scene.member('ada');
    await passkeysOf(client.auth).add('Laptop');
    await client.auth.createUser({ email: 'ben@example.com', password: authPassword });
    expect(await passkeysOf(client.auth).list()).toEqual([]);
    await expectCode(passkeysOf(client.auth).reauthenticate(), 'auth/user-mismatch');
  });
}
