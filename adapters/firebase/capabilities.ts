import type { CapabilityManifest } from '#ports/capabilities.ts';

const hosted = 'only the hosted service has it';
const played = 'the official local part does not have it; shown on a part that is played for it';

/** Capabilities of Firebase. Unverified: written, and not shown by any run without Java and internet. */
export const firebaseCapabilities: CapabilityManifest = {
  provider: 'firebase',
  supports: {
    'auth.password': 'yes',
    'auth.links': 'yes',
    'auth.phone': 'yes',
    'auth.social': 'yes',
    'auth.guests': 'yes',
    'auth.custom-token': 'yes',
    'auth.linking': 'yes',
    'auth.mail': 'yes',
    'auth.totp': { unverified: played },
    'auth.sms-factor': 'yes',
    'auth.password-rules': { unverified: played },
    'auth.language': 'yes',
    'auth.session': 'yes',
    'auth.deletion': 'yes',
    'auth.passkeys': 'no',
    'docs.offline': 'yes',
    'docs.persistence': 'yes',
    // The SDK keeps what was read for the app, whoever is signed in; only waiting writes are a person's.
    'docs.own-cache': 'no',
    'docs.aggregates': 'yes',
    'docs.groups': 'yes',
    'docs.transactions': 'yes',
    'docs.sync': 'yes',
    'docs.indexes': 'yes',
    'docs.nearest': 'no',
    'docs.rules': 'yes',
    'docs.refused-lists': 'yes',
    'realtime.transactions': 'yes',
    'realtime.priorities': 'yes',
    'realtime.lists': 'yes',
    'realtime.disconnects': 'yes',
    'realtime.connection': 'yes',
    'realtime.rules': 'yes',
    'functions.stream': 'yes',
    'functions.cancellation': {
      unverified: 'shown with the functions SDK; the official local part keeps it from the function',
    },
    'storage.resumable': 'yes',
    'storage.metadata': 'yes',
    'storage.content': 'yes',
    'storage.ranges': 'yes',
    'storage.listing': 'yes',
    'storage.rules': { unverified: 'evaluated by the embedded engine here; the official one needs Java' },
    'messaging.push': {
      unverified:
        'shown from the service worker to the click; the way there is Cloud Messaging’s and the browser vendor’s',
    },
    'messaging.foreground': 'yes',
    'config.remote': 'yes',
    'config.live': 'yes',
    'config.conditions': { unverified: hosted },
    'performance.collection': 'yes',
    'performance.collect': 'yes',
    'server.http': 'yes',
    'server.mail': 'yes',
    control: 'no',
  },
};
