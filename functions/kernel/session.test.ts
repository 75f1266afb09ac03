/** Proofs that count where a fresh one is needed, by what the backend's token tells. */
import { expect, test } from 'vitest';
import type { Caller } from '#ports/server/handlers.ts';
import { proofOfCaller, provedAt } from './session.ts';

const caller = (provider: string, identities: object): Caller => ({
  uid: 'mei',
  claims: { auth_time: 60, firebase: { sign_in_provider: provider, identities } },
});

test('linking a phone number to an account with an address is not a recent sign-in', () => {
  const tied = caller('phone', { email: ['mei@example.com'], phone: ['+491701234567'] });
  expect(provedAt(tied)).toBe(60_000);
  expect(proofOfCaller(tied)).toBeNull();
});

test.each([
  ['a password', caller('password', { email: ['mei@example.com'], phone: ['+491701234567'] })],
  ['the telephone of an account that has nothing else', caller('phone', { phone: ['+491701234567'] })],
  ['a token that does not tell the provider', { uid: 'mei', claims: { auth_time: 60 } }],
])('%s is a recent sign-in', (_, given) => {
  expect(proofOfCaller(given)).toBe(60_000);
});

test('a token without a sign-in time is not recent', () => {
  expect(proofOfCaller({ uid: 'mei', claims: {} })).toBeNull();
});
