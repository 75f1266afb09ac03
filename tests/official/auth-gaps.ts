/**
 * What the official Auth part does not do, or does otherwise than the hosted service. None of it is the adapter's. What such a
 * scenario promises beside is in `auth-rest.ts`.
 */
const totp = 'The part has no authenticator apps.';
const guesses = 'The part lets everybody guess for ever.';
const ages = 'To the part no code and no proof is ever too old.';
const revoked = 'The part renews tokens of sessions that have ended.';

const of = (reason: string, scenarios: readonly string[]) =>
  scenarios.map((scenario) => [`auth › ${scenario}`, reason] as const);

export const authGaps: Readonly<Record<string, string>> = Object.fromEntries([
  ...of(totp, [
    'an authenticator app is set up with a code that it shows',
    'with a second factor, a password is half the way',
    'a code of an authenticator app is good once, and a challenge for an hour',
    'proving anew asks for the second factor too',
    'setting up wants a confirmed address and a recent proof, and ends',
    'adding a second factor proves it here, ends every other session, and is told by mail',
    'a telephone opens no account that asks for a second factor',
    'of several second factors any one will do',
    'the clock of an authenticator app may be a little wrong',
    'whoever keeps guessing codes has to wait',
  ]),
  ...of(guesses, [
    'whoever keeps guessing has to wait',
    'a new password ends the wait of whoever guessed too often',
    'too many codes to one number are refused',
  ]),
  ...of(ages, [
    'what is dangerous wants a proof of the last five minutes',
    'a link that is too old is refused',
    'a link signs in whoever follows it, once',
    'a code by text message expires',
    'a custom token opens the account that the server named',
  ]),
  ...of(revoked, [
    'a session that was revoked ends at its next use',
    'a token that was handed out is good until it expires, whatever became of its session',
    'a forgotten password is set anew',
    'revoking sessions ends them all; a new sign-in is good',
  ]),
  ...of('A change of address ends no session of the part.', [
    'an address changes once the link is followed, and can be had back',
  ]),
  ...of('The part writes no messages, only links and codes.', [
    'messages speak the language that was chosen',
  ]),
  ...of('Under enumeration protection the part does not look at the address.', [
    'a reset for an unknown address looks the same and sends nothing',
  ]),
  ...of('The part keeps the password of an account that a link proved to be another’s.', [
    'whoever owns the address gets the account; a password set without proof is dropped',
  ]),
  ...of('The part takes a code for a second factor as a first.', ['a text message as second factor']),
]);
