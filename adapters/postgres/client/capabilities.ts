/** What the provider on PostgreSQL does. */
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { manifestOf, syncCapabilities } from '#provider-kit/manifest.ts';

const shown = manifestOf('postgres', [
  'auth.password',
  'auth.links',
  'auth.guests',
  'auth.custom-token',
  'auth.linking',
  'auth.mail',
  'auth.totp',
  'auth.password-rules',
  'auth.language',
  'auth.session',
  'auth.deletion',
  ...syncCapabilities,
  'docs.groups',
  'docs.rules',
  'docs.refused-lists',
  'realtime',
  'realtime.transactions',
  'realtime.priorities',
  'realtime.lists',
  'realtime.disconnects',
  'realtime.connection',
  'realtime.rules',
  'functions',
  'storage',
  'storage.resumable',
  'storage.metadata',
  'storage.content',
  'storage.ranges',
  'storage.listing',
  'storage.rules',
  'messaging',
  'config',
  'performance',
  'server',
  'server.http',
]);

/** Server and browser have tests of their own; the suite of the port has not run on both together. */
const apart = { unverified: 'tested on the server alone' };

export const postgresCapabilities: CapabilityManifest = {
  ...shown,
  supports: {
    ...shown.supports,
    'functions.stream': apart,
    'functions.cancellation': apart,
    'messaging.push': apart,
    'messaging.foreground': apart,
    'config.remote': apart,
    'config.live': apart,
    'performance.collection': apart,
    'performance.collect': apart,
  },
};
