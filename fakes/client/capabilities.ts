import type { CapabilityManifest } from '#ports/capabilities.ts';

/** What the embedded provider does. A `no` here is a gap that the contract suites skip by name. */
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
    'docs.nearest': 'yes',
    'docs.rules': 'yes',
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
    // Where the cloud is in a browser: other sites' pages are closed to it.
    'server.http': 'no',
    control: 'yes',
  },
};

/** Where the cloud's server has a sender of web push. */
const push = { unverified: 'no run so far has used a browser’s own push service' };

/** For who is no operator of it, where accounts are people’s own: its social accounts are made up, and anybody could take one. */
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
