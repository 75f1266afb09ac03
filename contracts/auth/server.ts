import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { byPassword, authPassword, expectCode } from './common.ts';

export function serverUsersScenarios(scenario: Scenario): void {
  scenario('the server creates, finds and removes accounts', async (scene) => {
    const { users } = scene.server;
    expect(await users.get('nobody')).toBeNull();
    expect(await users.byEmail('nobody@example.com')).toBeNull();
    const account = {
      uid: 'u1',
      email: 'Ada@example.com',
      password: authPassword,
      displayName: 'Ada',
      emailVerified: true,
    };
    const made = await users.create(account);
    expect(made).toMatchObject({
      uid: 'u1',
      email: 'ada@example.com',
      displayName: 'Ada',
      emailVerified: true,
    });
    expect(await users.get('u1')).toEqual(made);
    expect(await users.byEmail('ADA@example.com')).toEqual(made);
    await expectCode(users.create({ uid: 'u1' }), 'already-exists');
    await expectCode(users.create({ email: 'ada@example.com' }), 'auth/email-already-in-use');
    const { auth } = await scene.connect();
    await auth.signIn(byPassword('ada@example.com'));
    expect(auth.currentUser()?.uid).toBe('u1');
    await users.remove('u1');
    await users.remove('u1');
    expect(await users.get('u1')).toBeNull();
    await expectCode(auth.reload(), 'auth/user-token-expired');
  });

  scenario('custom claims show in tokens issued after the change', async (scene) => {
    const { users } = scene.server;
    const { auth } = await scene.member();
    const uid = auth.currentUser()?.uid ?? '';
    const before = await auth.idToken();
    await users.setClaims(uid, { team: 't1', admin: true });
    expect((await auth.idToken())?.claims).toEqual(before?.claims);
    expect((await auth.idToken({ forceRefresh: true }))?.claims).toMatchObject({ team: 't1', admin: true });
    await users.setClaims(uid, {});
    expect((await auth.idToken({ forceRefresh: true }))?.claims).not.toHaveProperty('team');
    expect(await rejection(users.setClaims(uid, { text: 'x'.repeat(1000) }))).toMatchObject({
      code: 'invalid-argument',
    });
    await expectCode(users.setClaims('nobody', {}), 'auth/user-not-found');
  });

  scenario('a disabled account can’t sign in or refresh until it is enabled', async (scene) => {
    const { users } = scene.server;
    const here = await scene.member('ada');
    const uid = here.auth.currentUser()?.uid ?? '';
    await users.setDisabled(uid, true);
    const { auth } = await scene.connect();
    await expectCode(auth.signIn(byPassword('ada@example.com')), 'auth/user-disabled');
    await expectCode(auth.signIn(byPassword('ada@example.com', 'wrong one')), 'auth/user-disabled');
    await expectCode(here.auth.reload(), 'auth/user-disabled');
    expect(here.auth.currentUser()).toBeNull();
    expect(await here.functions.call('whoAmI')).toBeNull();
    await users.setDisabled(uid, false);
    await auth.signIn(byPassword('ada@example.com'));
    await expectCode(users.setDisabled('nobody', true), 'auth/user-not-found');
  });

  scenario('revoking sessions ends all of them, and a new sign-in works', async (scene) => {
    const here = await scene.member('ada');
    await scene.server.users.revokeSessions(here.auth.currentUser()?.uid ?? '');
    await expectCode(here.auth.idToken({ forceRefresh: true }), 'auth/user-token-expired');
    expect(await here.functions.call('whoAmI')).toBeNull();
    await here.auth.signIn(byPassword('ada@example.com'));
    expect(await here.functions.call('whoAmI')).toBe(here.auth.currentUser()?.uid);
    await expectCode(scene.server.users.revokeSessions('nobody'), 'auth/user-not-found');
  });
}
