import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import { recoveryCodeBytes, recoveryCodeFrom, recoveryDigest } from '#domain/account/recovery-codes.ts';
import { constants } from '#domain/constants.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { credentialOf, people } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const codes = Array.from({ length: constants.recoveryCodes }, (_, index) =>
  recoveryCodeFrom(new Uint8Array(recoveryCodeBytes).fill(index)),
);
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });

/** Sam has an authenticator app and codes, and is at the second step of signing in here. */
async function atSecondStep() {
  const s = await stage({ path: '/signin?way=sign-in' });
  const { client } = await s.person('Sam');
  const { secret, sessionId } = await client.auth.factors.totp.start();
  const code = totpCode(secret, totpPeriod(s.cloud.clock.now()));
  await act(() => client.auth.factors.totp.finish(sessionId, code));
  const digests = codes.map((one) => recoveryDigest('sam', one));
  await act(() => client.functions.call('makeRecoveryCodes', { digests }));
  await signIn(s);
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
  await s.user.click(screen.getByRole('link', { name: 'I can’t use any of these' }));
  await s.settle();
  return { s, other: client };
}

async function signIn(s: AppStage) {
  await s.user.type(field('Email'), people.Sam.email);
  await s.user.type(screen.getByLabelText('Password'), `${credentialOf('Sam').password}{Enter}`);
  await s.settle();
}

const profile = async (s: AppStage) =>
  fromDocument(userProfileSchema, await s.server.docs.get(documentPaths.user('sam')));

describe('a used recovery code', () => {
  it('removes the second step: the password signs in, and a new second step is required', async () => {
    const { s } = await atSecondStep();
    expect(field('Email')).toHaveValue(people.Sam.email);
    await s.user.type(field('Recovery code'), codes[3]?.toLowerCase() ?? '');
    await s.user.click(button('Remove the second step'));
    await s.settle();
    expect(screen.getByRole('heading', { name: 'Your second step is removed' })).toBeVisible();
    await s.user.click(screen.getByRole('link', { name: 'Sign in' }));
    await s.go('/signin?way=sign-in');
    await signIn(s);
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
    expect(screen.getByText(/^Your second step at sign-in was removed/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add a second step' })).toHaveAttribute('href', '/me');
    await s.user.click(button('Dismiss'));
    await s.settle();
    expect(screen.queryByText(/^Your second step at sign-in was removed/)).toBeNull();
    expect(await profile(s)).toMatchObject({ factorsRemovedAt: null, recoveryCodesLeft: 9 });
  });

  it('that is malformed is rejected at the field, and a wrong code above the button', async () => {
    const { s } = await atSecondStep();
    await s.user.type(field('Recovery code'), 'ABC');
    await s.user.click(button('Remove the second step'));
    expect(field('Recovery code')).toHaveAccessibleDescription(/A code has 20 letters and digits/);
    await s.user.clear(field('Recovery code'));
    await s.user.type(field('Recovery code'), 'ZZZZZZZZZZZZZZZZZZZZ');
    await s.user.click(button('Remove the second step'));
    await s.settle();
    expect(screen.getByText(/^This code can’t be used/)).toBeVisible();
    expect(field('Recovery code')).toHaveValue('ZZZZZZZZZZZZZZZZZZZZ');
  });
});

describe('a recovery without a code', () => {
  async function asked() {
    const at = await atSecondStep();
    await at.s.user.click(button('I have no recovery code'));
    expect(screen.getByText(/^It takes at least 24 hours/)).toBeVisible();
    expect(field('Email')).toHaveValue(people.Sam.email);
    await at.s.user.click(button('Ask the owners'));
    await at.s.settle();
    expect(screen.getByRole('heading', { name: 'The owners are asked' })).toBeVisible();
    return at;
  }

  it('asks the owners, and the account’s open sessions can stop the request', async () => {
    const { s, other } = await asked();
    expect(await profile(s)).toMatchObject({ recoveryRequestedAt: s.cloud.clock.now() });
    await act(() => other.functions.call('stopRecovery', {}));
    expect(await profile(s)).toMatchObject({ recoveryRequestedAt: null });
  });

  it('shows a failure, and keeps the address', async () => {
    const { s } = await atSecondStep();
    await s.user.click(button('I have no recovery code'));
    await s.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:requestRecovery',
      code: 'unavailable',
    });
    await s.user.click(button('Ask the owners'));
    await s.settle();
    expect(screen.getByRole('alert')).not.toBeEmptyDOMElement();
    expect(field('Email')).toHaveValue(people.Sam.email);
  });
});
