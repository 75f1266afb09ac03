/** Sentences for every code of the ports: event, consequence, remedy. */
import type { PortErrorCode } from '#ports/errors.ts';

/** Sentence for an unexpected error that may pass: the request may have been carried out. */
const unexpected =
  'Something failed that should not have. Look whether it was done, then try again. If it fails again, tell whoever runs this Muster.';

const wrongSetUp =
  'The backend is not set up for this. Nothing you did is wrong, and trying again does not help: tell whoever runs this Muster.';
const notUnderstood =
  'The backend did not accept what was sent, and nothing was changed. Reload the page, then try again.';
const settingsLate = 'The newest settings could not be fetched. The last known ones stay in force.';
const measuring = 'A measurement was not taken. Nothing you do here depends on it.';
const damagedUpload = 'The file did not arrive as it was sent. Upload it again.';

export const sentences: Readonly<Record<PortErrorCode, string>> = {
  aborted: 'Someone else changed this at the same moment. Look at what is new, then try again.',
  'already-exists': 'This is there already. Look at what is there before you try again.',
  cancelled: 'This was cancelled before it was done. Start it again if you still want it.',
  'data-loss': 'What is stored is damaged and can’t be read. Tell whoever runs this Muster.',
  'deadline-exceeded':
    'The backend took too long to answer. It may still have done it: look before you try again.',
  'failed-precondition': wrongSetUp,
  internal: unexpected,
  'invalid-argument': notUnderstood,
  'not-found': 'This does not exist any more. Go back, and look for it in its list.',
  'out-of-range': notUnderstood,
  'permission-denied': 'You may not do this. Ask an owner of the team to do it for you.',
  'resource-exhausted': 'That was too much at once. Wait a moment, then try again.',
  unauthenticated: 'You are signed out. Sign in and try again.',
  unavailable: 'There is no connection to the backend. What you typed is kept; try again when it is back.',
  unimplemented: 'This browser or backend can’t do this. Try it in another browser.',
  unknown: unexpected,

  'auth/account-exists-with-different-credential':
    'There is an account with this address or number. Sign in to it the usual way, then connect the other.',
  'auth/admin-restricted-operation':
    'New accounts are switched off here. Sign in with one that exists, or ask whoever runs this Muster.',
  'auth/cancelled-popup-request': 'Another window took over before you signed in. Try again.',
  'auth/code-expired': 'This code is too old. Ask for a new one.',
  'auth/credential-already-in-use': 'Another account signs in with this. Use that one, or choose another.',
  'auth/email-already-in-use':
    'There is an account with this address already. Sign in instead, or reset its password.',
  'auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'auth/internal-error':
    'The sign-in service failed. Wait a moment, then try again. If it fails again, tell whoever runs this Muster.',
  'auth/invalid-action-code': 'This link was used already, or is not complete. Ask for a new one.',
  'auth/invalid-continue-uri': wrongSetUp,
  'auth/invalid-credential': 'The address or the password is wrong. Check both, or reset the password.',
  'auth/invalid-custom-token': 'This way in is not valid any more. Go back to where it was given to you.',
  'auth/invalid-email': 'This is not an email address. Check it for typing errors.',
  'auth/invalid-phone-number': 'Write the number with its country’s code, such as +49 170 1234567.',
  'auth/invalid-verification-code': 'This code is wrong. Check it, or take the next one: each is good once.',
  'auth/invalid-verification-id': 'This code does not belong to what was sent last. Ask for a new one.',
  'auth/maximum-second-factor-count-exceeded':
    'You have as many second steps as there can be. Remove one first.',
  'auth/missing-email': 'The email address is missing. Add one, then try again.',
  'auth/missing-password': 'The password is missing. Type it, then try again.',
  'auth/multi-factor-info-not-found':
    'This second step was removed meanwhile. Use another, or sign in again.',
  'auth/network-request-failed':
    'The sign-in service can’t be reached. Check the connection, then try again.',
  'auth/no-such-provider': 'This account is not connected. Reload the page to see those that are.',
  'auth/operation-not-allowed': 'This way of signing in is switched off. Choose another.',
  'auth/password-does-not-meet-requirements': 'This password is too weak. Choose a stronger one.',
  'auth/popup-blocked': 'The browser blocked the window. Allow pop-ups for this page, then try again.',
  'auth/popup-closed-by-user': 'The window was closed before you signed in. Try again when you are ready.',
  'auth/provider-already-linked': 'An account of this kind is connected already. Use that one.',
  'auth/quota-exceeded': 'No more messages can be sent today. Use another way, or try again tomorrow.',
  'auth/requires-recent-login': 'For this, sign in once more: it was too long ago.',
  'auth/second-factor-already-in-use': 'This number is one of your second steps already. Use another number.',
  'auth/too-many-requests': 'Too many attempts. Wait a few minutes, then try again.',
  'auth/unauthorized-continue-uri': wrongSetUp,
  'auth/unsupported-first-factor':
    'With a second step you can’t sign in by phone. Use your password or a social account.',
  'auth/unverified-email': 'Confirm your email address first, then try again.',
  'auth/user-disabled': 'This account is switched off. Ask whoever runs this Muster.',
  'auth/user-mismatch': 'That is another account. Use the one you are signed in with.',
  'auth/user-not-found': 'There is no account with this address. Check it, or create one.',
  'auth/user-token-expired': 'Your session has ended. Sign in again.',
  'auth/weak-password': 'This password is too short. Use at least 6 characters.',
  'auth/wrong-password': 'The password is wrong. Try again, or reset it.',

  'storage/cannot-slice-blob': 'The file changed while it was read. Choose it again.',
  'storage/download-size-exceeded': 'This file is too large to be opened here. Download it instead.',
  'storage/invalid-checksum': damagedUpload,
  'storage/object-not-found': 'This file is gone. It may have been removed; ask whoever added it.',
  'storage/quota-exceeded': 'There is no room left for files. Share a link instead.',
  'storage/retry-limit-exceeded':
    'The upload was tried for a long time and given up. Start it again on a better connection.',
  'storage/server-file-wrong-size': damagedUpload,
  'storage/unauthenticated': 'You are signed out. Sign in, then try again.',
  'storage/unauthorized': 'You may not do this with files here. Ask someone in the room to do it.',

  'messaging/permission-blocked':
    'Notifications are blocked for this page. Allow them in the browser’s site settings, then try again.',
  'messaging/permission-default':
    'Notifications were neither allowed nor refused. Ask again when you are ready.',
  'messaging/registration-failed':
    'The browser could not be registered for notifications. Check the connection, then try again.',
  'messaging/registration-unknown':
    'The push service no longer knows this browser. Enable notifications again.',
  'messaging/unsupported':
    'This browser can’t receive notifications. Keep Muster open, or use another browser.',

  'config/fetch-failed': settingsLate,
  'config/fetch-throttle': settingsLate,
  'config/fetch-timeout': settingsLate,
  'performance/invalid-attribute': measuring,
  'performance/invalid-metric': measuring,
  'performance/invalid-trace': measuring,
  'realtime/disconnected': 'The connection was lost before this was done. Try again when it is back.',
  'realtime/max-retries': 'Others changed this again and again meanwhile. Wait a moment, then try again.',
  'realtime/overridden-by-set': 'Someone else wrote this at the same moment. Look at what is new.',
};

/** Codes that tell a person nothing about the cause: the original error goes to the browser's console. */
export const causeHidden: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'data-loss',
  'failed-precondition',
  'internal',
  'invalid-argument',
  'out-of-range',
  'unimplemented',
  'unknown',
  'auth/internal-error',
  'auth/invalid-continue-uri',
  'auth/unauthorized-continue-uri',
  'messaging/registration-failed',
]);
