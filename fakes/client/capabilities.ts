import type { CapabilityManifest } from '#ports/capabilities.ts';

/** Capabilities of the embedded provider. A `no` is a gap: the contract suites skip its scenarios by name. */
export const embeddedCapabilities: CapabilityManifest = {
  provider: 'embedded',
  supports: {
    'auth.password': 'yes',
    'auth.links': 'yes',
    'auth.phone': 'yes',
    'auth.social': 'yes',
    'auth.guests': 'yes',
    'auth.custom-token': 'yes',
    'auth.linking': 'yes',
    'auth.mail': 'yes',
    'auth.totp': 'yes',
    'auth.sms-factor': 'yes',
    'auth.password-rules': 'yes',
    'auth.language': 'yes',
    'auth.session': 'yes',
    'auth.deletion': 'yes',
    'docs.offline': 'yes',
    'docs.persistence': 'yes',
    'docs.own-cache': 'yes',
    'docs.aggregates': 'yes',
    'docs.transactions': 'yes',
    'docs.sync': 'yes',
    'docs.indexes': 'yes',
    'docs.nearest': 'yes',
    'docs.rules': 'yes',
    'docs.refused-lists': 'yes',
    'realtime.transactions': 'yes',
    'realtime.priorities': 'yes',
    'realtime.lists': 'yes',
    'realtime.disconnects': 'yes',
    'realtime.connection': 'yes',
    'realtime.rules': 'yes',
    'functions.stream': 'yes',
    'functions.cancellation': 'yes',
    'storage.resumable': 'yes',
    'storage.metadata': 'yes',
    'storage.content': 'yes',
    'storage.ranges': 'yes',
    'storage.listing': 'yes',
    'storage.rules': 'yes',
    'messaging.push': 'no',
    'messaging.foreground': 'yes',
    'config.remote': 'yes',
    'config.live': 'yes',
    'config.conditions': 'yes',
    'performance.collection': 'yes',
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
