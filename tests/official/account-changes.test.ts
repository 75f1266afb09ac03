// @vitest-environment jsdom
/** Muster's own question for a proof, where the hosted service takes a tied telephone as one. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { ada, byPassword, minuteMs, phoneProof, expectCode } from '#contracts/auth/common.ts';
import { contract, type Scenario } from '#contracts/harness.ts';
import { lowerAuthPart, officialAuth, raiseAuthPart } from './auth-stage.ts';
import { needs, partsInstalled } from './parts.ts';

function scenarios(scenario: Scenario): void {
  scenario(
    'linking a phone number renews the part’s sign-in time but not the right to change the account',
    async (scene) => {
      const { auth } = await scene.member('ada');
      await scene.advance(10 * minuteMs);
      await auth.linking.link(await phoneProof(scene, auth));
      const token = await auth.idToken({ forceRefresh: true });
      expect((token?.issuedAt ?? 0) - (token?.authenticatedAt ?? 0)).toBeLessThan(minuteMs);
      const changes = accountChanges(auth);
      await expectCode(changes.updatePassword('another horse'), 'auth/requires-recent-login');
      await expectCode(offered(changes.mail).changeEmail('new@example.com'), 'auth/requires-recent-login');
      await expectCode(offered(changes.linking).unlink('password'), 'auth/requires-recent-login');
      // The hosted service takes it.
      await auth.updatePassword('another horse');
    },
  );

  scenario(
    'reauthentication by password allows a change of password after a phone number was linked',
    async (scene) => {
      const { auth } = await scene.member('ada');
      await scene.advance(10 * minuteMs);
      await auth.linking.link(await phoneProof(scene, auth));
      await auth.reauthenticate(byPassword(ada));
      await accountChanges(auth).updatePassword('another horse');
      await auth.reauthenticate(byPassword(ada, 'another horse'));
    },
  );
}

describe.skipIf(!partsInstalled())(`changes of an account on the official Auth part (${needs})`, () => {
  beforeAll(raiseAuthPart);
  afterAll(lowerAuthPart);
  contract('changes of an account', officialAuth, scenarios);
});
