import type { CapabilityManifest } from '#ports/capabilities.ts';

/** Capabilities of the embedded provider. A `no` is a gap: the contract suites skip its scenarios by name. */
export const embeddedCapabilities: CapabilityManifest = {
  provider: 'embedded',
  supports: {
    'auth.password': 'yes',
    'auth.email-link': 'yes',
    'auth.phone': 'yes',
    'auth.social': 'yes',
    'auth.anonymous': 'yes',
    'auth.custom-token': 'yes',
    'auth.totp': 'yes',
    'auth.sms-factor': 'yes',
    'auth.password-policy': 'yes',
    'docs.offline': 'yes',
    'docs.persistence': 'yes',
    'docs.own-cache': 'yes',
    'docs.aggregate': 'yes',
    'docs.indexes': 'yes',
    'docs.nearest': 'yes',
    'docs.rules': 'yes',
    'docs.refused-lists': 'yes',
    'realtime.priorities': 'yes',
    'realtime.on-disconnect': 'yes',
    'realtime.rules': 'yes',
    'functions.streaming': 'yes',
    'functions.cancellation': 'yes',
    'storage.resumable': 'yes',
    'storage.ranges': 'yes',
    'storage.rules': 'yes',
    'messaging.push': 'no',
    'messaging.foreground': 'yes',
    'config.live': 'yes',
    'config.conditions': 'yes',
    'performance.collect': 'yes',
    // In a cloud hosted by a browser: pages of other sites can't reach it.
    'server.http': 'no',
    control: 'yes',
  },
};

/** In a cloud whose server sends web push. */
const push = { unverified: 'no run so far has used a browser’s own push service' };

/**
 * Capabilities for members of a shared cloud who are not its operators. No social sign-in: its accounts are made up, and anybody
 * could take one.
 */
export const memberCapabilities: CapabilityManifest = {
  provider: 'embedded',
  supports: {
    ...embeddedCapabilities.supports,
    'auth.social': 'no',
    'messaging.push': push,
    'server.http': 'yes',
    control: 'no',
  },
};
