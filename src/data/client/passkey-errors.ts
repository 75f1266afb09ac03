/** Errors of passkeys in sentences for a person. */
import { toPortError } from '#ports/errors.ts';
import { explain } from './errors.ts';

const sentences: ReadonlyMap<string, string> = new Map([
  ['auth/invalid-credential', 'This passkey did not prove who you are, or it took too long. Try again.'],
  ['auth/quota-exceeded', 'An account can’t have more passkeys. Remove one first.'],
  ['auth/provider-already-linked', 'This device has a passkey of your account already. Use that one.'],
  ['auth/credential-already-in-use', 'Another account has this passkey. Choose another device.'],
  [
    'auth/operation-not-allowed',
    'This browser can’t use a passkey here. Open Muster at the address that its host was set up with, or take another browser.',
  ],
  ['auth/unsupported-first-factor', 'A passkey goes with an account: sign in with an address, then add it.'],
  ['failed-precondition', 'It is the only way into your account. Add a password first.'],
  ['not-found', 'This passkey was removed already.'],
]);

export const explainPasskey = (error: unknown): string =>
  sentences.get(toPortError(error).code) ?? explain(error);
