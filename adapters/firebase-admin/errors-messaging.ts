/** The Admin SDK's codes for messages. */
import type { MessagingErrorCode } from 'firebase-admin/messaging';
import type { PortErrorCode } from '#ports/errors.ts';

export const adminMessagingCodes: Readonly<Record<`messaging/${MessagingErrorCode}`, PortErrorCode>> = {
  'messaging/invalid-argument': 'invalid-argument',
  'messaging/invalid-recipient': 'invalid-argument',
  'messaging/invalid-payload': 'invalid-argument',
  'messaging/invalid-data-payload-key': 'invalid-argument',
  'messaging/payload-size-limit-exceeded': 'invalid-argument',
  'messaging/invalid-options': 'invalid-argument',
  'messaging/invalid-registration-token': 'messaging/registration-unknown',
  'messaging/registration-token-not-registered': 'messaging/registration-unknown',
  'messaging/installation-id-not-registered': 'messaging/registration-unknown',
  'messaging/mismatched-credential': 'permission-denied',
  'messaging/invalid-package-name': 'invalid-argument',
  'messaging/device-message-rate-exceeded': 'resource-exhausted',
  'messaging/topics-message-rate-exceeded': 'resource-exhausted',
  'messaging/topics-subscription-rate-exceeded': 'resource-exhausted',
  'messaging/message-rate-exceeded': 'resource-exhausted',
  'messaging/third-party-auth-error': 'failed-precondition',
  'messaging/too-many-topics': 'resource-exhausted',
  'messaging/authentication-error': 'permission-denied',
  'messaging/server-unavailable': 'unavailable',
  'messaging/internal-error': 'internal',
  'messaging/unknown-error': 'unknown',
};
