/** Capabilities of the provider on PostgreSQL. */
import { manifestOf, syncCapabilities } from '#provider-kit/manifest.ts';

const always = [
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
  'functions.stream',
  'functions.cancellation',
  'storage',
  'storage.resumable',
  'storage.metadata',
  'storage.content',
  'storage.ranges',
  'storage.listing',
  'storage.rules',
  'messaging',
  'messaging.push',
  'messaging.foreground',
  'config',
  'config.remote',
  'config.live',
  'performance',
  'performance.collection',
  'performance.collect',
  'server',
  'server.http',
  'server.mail',
] as const;

/** `social`: whether the server has providers of accounts. `passkeys`: whether the browser can use passkeys at the address of the page. */
export const postgresCapabilities = ({
  social,
  passkeys,
}: {
  readonly social: boolean;
  readonly passkeys: boolean;
}) =>
  manifestOf('postgres', [
    ...always,
    ...(social ? (['auth.social'] as const) : []),
    ...(passkeys ? (['auth.passkeys'] as const) : []),
  ]);
