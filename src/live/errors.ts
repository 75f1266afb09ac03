/** Any error as three things a person needs: what happened, what it means, what to do. */
import { decodeError, type DomainError } from '#domain/errors.ts';
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
  'auth/invalid-verification-code': 'This code is wrong. Check it, or ask for a new one.',
  'auth/code-expired': 'This code is too old. Ask for a new one.',
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
  const { code, message } = toPortError(error);
  return sentences[code] ?? `Something went wrong: ${message}`;
}
