/** Any error as three things a person needs: what happened, what it means, what to do. */
import { decodeError, type DomainError } from '#domain/errors.ts';
import type { PasswordFault } from '#ports/auth/auth.ts';
import { PortError, type PortErrorCode, toPortError } from '#ports/errors.ts';

/** The catalogue's error that a function refused with, if it did. */
export const domainErrorFrom = (error: unknown): DomainError | null =>
  error instanceof PortError ? decodeError(error.details) : null;

const sentences: Partial<Record<PortErrorCode, string>> = {
  unavailable: 'There is no connection to the backend. What you typed is kept; try again when it is back.',
  'deadline-exceeded':
    'The backend took too long to answer. It may still have done it: look before you try again.',
  'permission-denied': 'You may not do this. Ask an owner of the team for a role that may.',
  unauthenticated: 'You are signed out. Sign in and try again.',
  'resource-exhausted': 'That was too much at once. Wait a moment, then try again.',
  'auth/email-already-in-use':
    'There is an account with this address already. Sign in instead, or reset its password.',
  'auth/invalid-credential': 'The address or the password is wrong. Check both, or reset the password.',
  'auth/invalid-email': 'This is not an email address. Check it for typing errors.',
  'auth/network-request-failed':
    'The sign-in service can’t be reached. Check the connection, then try again.',
  'auth/operation-not-allowed': 'This way of signing in is switched off. Choose another.',
  'auth/popup-blocked': 'The browser blocked the window. Allow pop-ups for this page, then try again.',
  'auth/popup-closed-by-user': 'The window was closed before you signed in. Try again when you are ready.',
  'auth/requires-recent-login': 'For this, sign in once more: it was too long ago.',
  'auth/too-many-requests': 'Too many attempts. Wait a few minutes, then try again.',
  'auth/user-disabled': 'This account is switched off. Ask an owner of your team.',
  'auth/user-not-found': 'There is no account with this address. Check it, or create one.',
  'auth/weak-password': 'This password is too short. Use at least 6 characters.',
  'auth/wrong-password': 'The password is wrong. Try again, or reset it.',
  'auth/invalid-verification-code': 'This code is wrong. Check it, or take the next one: each is good once.',
  'auth/code-expired': 'This code is too old. Ask for a new one.',
  'auth/account-exists-with-different-credential':
    'There is an account with this address or number. Sign in to it the usual way, then connect the other.',
  'auth/admin-restricted-operation': 'Accounts are made by an owner here. Ask yours for one.',
  'auth/credential-already-in-use': 'Another account signs in with this. Use that one, or choose another.',
  'auth/invalid-phone-number': 'Write the number with its country’s code, such as +49 170 1234567.',
  'auth/invalid-verification-id': 'This code does not belong to what was sent last. Ask for a new one.',
  'auth/maximum-second-factor-count-exceeded':
    'You have as many second steps as there can be. Remove one first.',
  'auth/missing-password': 'Type a password.',
  'auth/multi-factor-info-not-found':
    'This second step was removed meanwhile. Use another, or sign in again.',
  'auth/quota-exceeded': 'No more messages can be sent today. Use another way, or try again tomorrow.',
  'auth/second-factor-already-in-use': 'This number is one of your second steps already.',
  'auth/unsupported-first-factor':
    'With a second step you can’t sign in by phone. Use your password or a social account.',
  'auth/unverified-email': 'Confirm your email address first, then try again.',
  'auth/user-mismatch': 'That is another account. Use the one you are signed in with.',
  'auth/user-token-expired': 'Your session has ended. Sign in again.',
  'auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'auth/invalid-action-code': 'This link was used already, or is not complete. Ask for a new one.',
  'messaging/permission-blocked':
    'Notifications are blocked for this page. Allow them in the browser’s site settings.',
  'messaging/permission-default':
    'Notifications were neither allowed nor refused. Ask again when you are ready.',
  'messaging/unsupported':
    'This browser can’t receive notifications. Keep Muster open, or use another browser.',
  'storage/unauthorized': 'You may not do this with files here. Ask an owner of the team.',
  'storage/object-not-found': 'This file is gone. It may have been removed.',
  'storage/quota-exceeded': 'There is no room left for files. Remove some, or ask an owner.',
  'storage/retry-limit-exceeded':
    'The upload was tried for a long time and given up. Start it again on a better connection.',
};

/** One sentence or two for a person. */
export function explain(error: unknown): string {
  const known = domainErrorFrom(error);
  if (known) return known.message;
  const { code, message, details } = toPortError(error);
  if (code === 'auth/password-does-not-meet-requirements')
    return `${weakness(details)} Choose a stronger one.`;
  return sentences[code] ?? `Something went wrong: ${message}`;
}

const faults: Readonly<Record<PasswordFault, string>> = {
  length: 'more characters',
  'too-long': 'fewer characters',
  lowercase: 'a small letter',
  uppercase: 'a capital letter',
  digit: 'a digit',
  symbol: 'a symbol',
};

/** What the backend finds missing, if it says so. */
function weakness(details: unknown): string {
  const { missing } = (details ?? {}) as { readonly missing?: unknown };
  const names = Array.isArray(missing)
    ? missing.flatMap((fault) => faults[fault as PasswordFault] ?? [])
    : [];
  return names.length === 0 ? 'This password is too weak.' : `This password needs ${names.join(', ')}.`;
}
