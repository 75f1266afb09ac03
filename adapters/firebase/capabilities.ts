import type { CapabilityManifest } from '#ports/capabilities.ts';

const hosted = 'only the hosted service has it';

/** What Firebase does. Unverified: written, and no run that needs neither Java nor internet can show it. */
export const firebaseCapabilities: CapabilityManifest = {
  provider: 'firebase',
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
    'docs.persistence': { unverified: 'no run in a browser yet' },
    'docs.aggregate': 'yes',
    'docs.nearest': 'no',
    'docs.rules': 'yes',
    'realtime.priorities': 'yes',
    'realtime.on-disconnect': 'yes',
    'realtime.rules': 'yes',
    'functions.streaming': 'yes',
    'functions.cancellation': {
      unverified: 'shown with the functions SDK; the official local part keeps it from the function',
    },
    'storage.resumable': 'yes',
    'storage.ranges': 'yes',
    'storage.rules': { unverified: 'judged by the embedded engine here; the official one needs Java' },
    'messaging.push': { unverified: hosted },
    'messaging.foreground': { unverified: hosted },
    'config.live': 'yes',
    'config.conditions': { unverified: hosted },
    'performance.collect': 'yes',
    control: 'no',
  },
};
