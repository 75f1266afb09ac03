/** Promises that depend on how a project's sign-in is set up. */
import { expect } from 'vitest';
import type { AuthProject } from '#ports/auth/project.ts';
import { needing, rejection, type Scenario } from '../harness.ts';
import { ada, byPassword, newest, newestCode, number, authPassword, expectCode } from './common.ts';
import { passkeysOf } from './passkeys.ts';

const settings = { continueUrl: 'http://localhost/signin' };

export const strictPasswords: AuthProject = {
  passwordPolicy: {
    minLength: 10,
    maxLength: 20,
    requires: ['lowercase', 'uppercase', 'digit', 'symbol'],
    symbols: '!?',
    forceUpgradeOnSignIn: true,
  },
};

const strong = 'Correct-horse-1!';

export function strictPasswordScenarios(scenario: Scenario): void {
  const strict = needing(scenario, ['auth.password-rules']);

  strict(
    'passwordRules.validate reports every password rule that a password breaks',
    { needs: ['auth.password-rules'] },
    async (scene) => {
      const { auth } = await scene.connect();
      for (const [given, missing] of [
        ['', ['length', 'lowercase', 'uppercase', 'digit', 'symbol']],
        ['Short-1!', ['length']],
        ['far too long, 1 Horse!', ['too-long']],
        ['CORRECT HORSE 1!', ['lowercase']],
        ['correct horse 1!', ['uppercase']],
        ['Correct horse!', ['digit']],
        ['Correct horse 1-', ['symbol']],
        ['ÇÖRRECT hörse 1!', []],
        ['ÇÖ hörse äöü 1!', ['uppercase']],
        [strong, []],
      ] as const) {
        const verdict = await auth.passwordRules.validate(given);
        expect([given, verdict.missing, verdict.ok]).toEqual([given, missing, missing.length === 0]);
      }
      expect(await auth.passwordRules.validate(strong)).toMatchObject({
        minLength: 10,
        maxLength: 20,
        symbols: '!?',
        enforced: true,
      });
    },
  );

  strict(
    'every method that sets a password rejects one that breaks the project’s rules and reports the missing characters',
    { needs: ['auth.mail'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const weak = 'correct horse';
      const error = await rejection(auth.createUser({ email: ada, password: weak }));
      expect(error).toMatchObject({
        code: 'auth/password-does-not-meet-requirements',
        details: { missing: ['uppercase', 'digit', 'symbol'] },
      });
      expect(auth.currentUser()).toBeNull();
      await auth.createUser({ email: ada, password: strong });
      const insists = 'auth/password-does-not-meet-requirements';
      await expectCode(auth.updatePassword(weak), insists);
      await auth.updatePassword(`${strong}!`);
      await auth.mail.sendPasswordReset(ada);
      const code = await newestCode(scene, ada);
      await expectCode(auth.mail.confirmPasswordReset(code, weak), insists);
      await auth.mail.confirmPasswordReset(code, strong);
      expect(await auth.signIn(byPassword(ada, strong))).toMatchObject({ kind: 'signed-in' });
    },
  );

  strict(
    'a guest can be upgraded only with a password that meets the project’s rules',
    { needs: ['auth.guests', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await auth.guests.signIn();
      await expectCode(auth.linking.link(byPassword(ada)), 'auth/password-does-not-meet-requirements');
      expect(auth.currentUser()?.isAnonymous).toBe(true);
      await auth.linking.link(byPassword(ada, strong));
    },
  );

  strict(
    'an account whose password breaks later rules signs in only after a password reset',
    { needs: ['auth.mail'] },
    async (scene) => {
      await scene.server.users.create({ email: ada, password: authPassword });
      const { auth } = await scene.connect();
      await expectCode(auth.signIn(byPassword(ada)), 'auth/password-does-not-meet-requirements');
      await expectCode(auth.signIn(byPassword(ada, 'wrong one')), 'auth/invalid-credential');
      await auth.mail.sendPasswordReset(ada);
      await auth.mail.confirmPasswordReset(await newestCode(scene, ada), strong);
      await auth.signIn(byPassword(ada, strong));
    },
  );
}

export const advisedPasswords: AuthProject = {
  passwordPolicy: { minLength: 10, requires: ['digit'], enforcement: 'off', forceUpgradeOnSignIn: true },
};

export function advisedPasswordScenarios(scenario: Scenario): void {
  scenario(
    'password rules that are not enforced are reported, and only a too short password is rejected as weak',
    { needs: ['auth.password-rules'] },
    async (scene) => {
      const { auth } = await scene.connect();
      expect(await auth.passwordRules.validate('horse')).toMatchObject({
        ok: false,
        missing: ['length', 'digit'],
        enforced: false,
      });
      await expectCode(auth.createUser({ email: ada, password: 'horse' }), 'auth/weak-password');
      await auth.createUser({ email: ada, password: 'horses' });
      await auth.signOut();
      await auth.signIn(byPassword(ada, 'horses'));
    },
  );
}

export const nothingOn: AuthProject = {
  disabledMethods: ['password', 'email-link', 'phone', 'passkey', 'anonymous', 'google.com'],
  secondFactors: [],
};

export function switchedOffScenarios(scenario: Scenario): void {
  scenario(
    'sign-in methods that are switched off reject with auth/operation-not-allowed',
    { needs: ['auth.mail', 'auth.links', 'auth.phone', 'auth.guests'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await scene.server.users.create({ email: ada, password: authPassword });
      const off = 'auth/operation-not-allowed';
      await expectCode(auth.createUser({ email: 'new@example.com', password: authPassword }), off);
      await expectCode(auth.signIn(byPassword(ada)), off);
      await expectCode(auth.mail.sendPasswordReset(ada), off);
      await expectCode(auth.links.send(ada, settings), off);
      await expectCode(auth.phone.sendCode(number), off);
      await expectCode(auth.guests.signIn(), 'auth/admin-restricted-operation');
      expect(auth.currentUser()).toBeNull();
      expect(await scene.inbox()).toEqual([]);
    },
  );

  scenario(
    'a social provider that is switched off can neither sign in nor be linked',
    { needs: ['auth.custom-token', 'auth.social'] },
    async (scene) => {
      const { users } = scene.server;
      await users.create({ uid: 'bot', email: 'bot@example.com', emailVerified: true });
      const { auth } = await scene.connect();
      const off = 'auth/operation-not-allowed';
      await expectCode(auth.social.signIn({ provider: 'google.com' }), off);
      expect(auth.currentUser()).toBeNull();
      await auth.signIn({ kind: 'custom-token', token: await users.customToken('bot') });
      await expectCode(auth.social.signIn({ provider: 'google.com', purpose: 'link' }), off);
    },
  );

  scenario(
    'methods that are switched off can’t be linked, and second factors can’t be enrolled',
    { needs: ['auth.custom-token', 'auth.totp', 'auth.sms-factor', 'auth.linking'] },
    async (scene) => {
      const { users } = scene.server;
      await users.create({ uid: 'bot', email: 'bot@example.com', emailVerified: true });
      const { auth } = await scene.connect();
      await auth.signIn({ kind: 'custom-token', token: await users.customToken('bot') });
      const off = 'auth/operation-not-allowed';
      await expectCode(auth.linking.link(byPassword('bot@example.com')), off);
      await expectCode(auth.updatePassword('another horse'), off);
      await expectCode(auth.factors.totp.start(), off);
      await expectCode(auth.factors.sms.start(number), off);
    },
  );

  scenario(
    'signing in by a passkey rejects with auth/operation-not-allowed where passkeys are switched off',
    { needs: ['auth.passkeys'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await expectCode(passkeysOf(auth).signIn(), 'auth/operation-not-allowed');
    },
  );
}

export const closed: AuthProject = { signUp: false };

export function closedScenarios(scenario: Scenario): void {
  scenario(
    'with sign-up closed, existing accounts sign in and new ones are rejected',
    { needs: ['auth.guests', 'auth.links'] },
    async (scene) => {
      await scene.server.users.create({ email: ada, password: authPassword });
      const { auth } = await scene.connect();
      const restricted = 'auth/admin-restricted-operation';
      await expectCode(auth.createUser({ email: 'new@example.com', password: authPassword }), restricted);
      await expectCode(auth.guests.signIn(), restricted);
      await auth.links.send('new@example.com', settings);
      const link = await newest(scene, 'new@example.com');
      await expectCode(auth.signIn({ kind: 'email-link', email: 'new@example.com', link }), restricted);
      expect(await scene.server.users.byEmail('new@example.com')).toBeNull();
      await auth.signIn(byPassword(ada));
    },
  );

  scenario(
    'with sign-up closed, a social account is not created',
    { needs: ['auth.social'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await expectCode(auth.social.signIn({ provider: 'google.com' }), 'auth/admin-restricted-operation');
      expect(auth.currentUser()).toBeNull();
    },
  );
}

export const outspoken: AuthProject = { enumerationProtection: false };

export function outspokenScenarios(scenario: Scenario): void {
  scenario(
    'without enumeration protection, errors tell a wrong password from an unknown address',
    { needs: ['auth.mail'] },
    async (scene) => {
      await scene.member('ada');
      const { auth } = await scene.connect();
      await expectCode(auth.signIn(byPassword(ada, 'wrong one')), 'auth/wrong-password');
      await expectCode(auth.signIn(byPassword('nobody@example.com')), 'auth/user-not-found');
      await expectCode(auth.mail.sendPasswordReset('nobody@example.com'), 'auth/user-not-found');
    },
  );
}

export const severalPerAddress: AuthProject = { oneAccountPerEmail: false };

export function severalPerAddressScenarios(scenario: Scenario): void {
  scenario(
    'with several accounts per address, each social provider creates its own account',
    { needs: ['auth.social'] },
    async (scene) => {
      const google = await scene.connect();
      await google.auth.social.signIn({ provider: 'google.com' });
      const github = await scene.connect();
      expect(await github.auth.social.signIn({ provider: 'github.com' })).toMatchObject({
        isNewUser: true,
      });
      const [one, other] = [google.auth.currentUser(), github.auth.currentUser()];
      expect(one?.uid).not.toBe(other?.uid);
      expect(one?.providers[0]?.email).toBe(other?.providers[0]?.email);
      expect([one?.email, other?.email]).toEqual([null, null]);
    },
  );
}

export const fewMessages: AuthProject = { smsPerDay: 2, authorizedDomains: ['localhost'] };

export function fewMessagesScenarios(scenario: Scenario): void {
  scenario('text messages are limited per day', { needs: ['auth.phone'] }, async (scene) => {
    const { auth } = await scene.connect();
    await auth.phone.sendCode('+442079460121');
    await auth.phone.sendCode('+442079460122');
    await expectCode(auth.phone.sendCode(number), 'auth/quota-exceeded');
    await scene.advance(24 * 60 * 60_000);
    await auth.phone.sendCode(number);
  });

  scenario(
    'continue addresses are limited to the project’s domains',
    { needs: ['auth.mail'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      await expectCode(
        auth.mail.sendVerification({ continueUrl: 'https://elsewhere.example/' }),
        'auth/unauthorized-continue-uri',
      );
      expect(await scene.inbox()).toEqual([]);
      await auth.mail.sendVerification(settings);
    },
  );
}
