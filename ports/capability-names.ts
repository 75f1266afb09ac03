/**
 * Names of all capabilities with their descriptions, for the matrix in docs/capabilities.md and the diagnostics screen. A name without a
 * dot is a whole port, which a provider has unless it answers `no` and gives `absentPort` (provider-kit) for it.
 */
export const capabilities = {
  'auth.password': 'Sign in by email and password',
  'auth.links': 'Sign in by a link sent by email',
  'auth.phone': 'Sign in by a code sent to a phone',
  'auth.social': 'Sign in with a social account',
  'auth.guests': 'Sign in as a guest',
  'auth.custom-token': 'Sign in with a token made by the server',
  'auth.linking': 'Several ways to sign in to one account; a guest upgraded',
  'auth.mail': 'Messages to the address of an account: confirmation, new password, new address',
  'auth.totp': 'Second factor by authenticator app',
  'auth.sms-factor': 'Second factor by a code sent to a phone',
  'auth.password-rules': 'Password rules beyond a minimum length',
  'auth.language': 'Language of messages chosen by the app',
  'auth.session': 'Session for a tab or a page alone, and notice of renewed tokens',
  'auth.deletion': 'Account deleted by its owner',
  'auth.passkeys': 'Sign in with a passkey',
  'docs.offline': 'Documents read and written while offline, landed on return',
  'docs.persistence': 'The document cache survives a reload',
  'docs.own-cache': 'The document cache of one person is hidden from the next on the device',
  'docs.aggregates': 'Count, sum and average computed by the server',
  'docs.groups': 'Queries over all collections of one name',
  'docs.transactions': 'Documents read and written together by the app',
  'docs.sync': 'Notice when all subscriptions have been told what belongs together',
  'docs.indexes': 'A query that no index serves is refused, with the index that it needs',
  'docs.nearest': 'Nearest-neighbour queries over vectors',
  'docs.rules': 'Documents guarded by the project’s security rules',
  'docs.refused-lists': 'A list of which a part may not be read is refused, not filtered',
  realtime: 'Realtime data',
  'realtime.transactions': 'Realtime values replaced depending on what they were',
  'realtime.priorities': 'Realtime values ordered by priority',
  'realtime.lists': 'Changes of the children of a realtime value, and keys that grow',
  'realtime.disconnects': 'Writes left with the server for when a client vanishes',
  'realtime.connection': 'Realtime connection closed and opened by the app',
  'realtime.rules': 'Realtime values guarded by the project’s security rules',
  functions: 'Functions that an app calls',
  'functions.stream': 'Functions that answer in parts',
  'functions.cancellation': 'Calls that can be cancelled',
  storage: 'Files',
  'storage.resumable': 'Uploads that pause and resume',
  'storage.metadata': 'Metadata of a file read and changed',
  'storage.content': 'Content of a file read by the page',
  'storage.ranges': 'Part of a file read by byte range',
  'storage.listing': 'Files listed by folder',
  'storage.rules': 'Files guarded by the project’s security rules',
  messaging: 'Messages to browsers',
  'messaging.push': 'Messages that reach a browser with no page open',
  'messaging.foreground': 'Messages delivered to an open page',
  config: 'Configuration',
  'config.remote': 'Configuration fetched from the server',
  'config.live': 'Configuration that changes live',
  'config.conditions': 'Configuration by condition and percentage',
  performance: 'Traces of an app',
  'performance.collection': 'Traces switched off and on by the app',
  'performance.collect': 'Traces sent to a server',
  server: 'Server code on the same backend',
  'server.http': 'Server code that reads addresses outside',
  'server.mail': 'Server code that sends mail',
  control: 'Time, network, faults and the inbox in the operator’s hands',
} as const;

export type Capability = keyof typeof capabilities;

/** Ports that a manifest names only if they are missing. */
const wholePorts = [
  'realtime',
  'functions',
  'storage',
  'messaging',
  'config',
  'performance',
  'server',
] as const satisfies readonly Capability[];

export type WholePort = (typeof wholePorts)[number];

/** Names that every manifest has, in order. */
export const requiredNames = (): readonly string[] =>
  Object.keys(capabilities)
    .filter((name) => !(wholePorts as readonly string[]).includes(name))
    .toSorted();
