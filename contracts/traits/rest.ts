/** The tables of the ports that hold no data of their own, and of the operator's hands. */
import type { Complete, CompleteBackend } from '#ports/complete.ts';
import type { Config } from '#ports/config/config.ts';
import type { Control } from '#ports/control.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Messaging } from '#ports/messaging/messaging.ts';
import type { Performance } from '#ports/performance/performance.ts';
import { local, rowNeeding, row, subscription, type Table } from './table.ts';

export const functionsTable: Table<Complete<Functions>> = {
  call: row(({ functions }) => functions.call('echo', 1), 'unavailable'),
  'stream.open': row(({ functions }) => functions.stream.open('echo', 1).result, 'unavailable', 'resolves', [
    'functions.stream',
  ]),
  'stream.open: chunks': row(
    async ({ functions }) => {
      const { chunks, result } = functions.stream.open('echo', 1);
      result.catch(() => {});
      for await (const chunk of chunks) void chunk;
    },
    'unavailable',
    'resolves',
    ['functions.stream'],
  ),
};

const foreground = ['messaging.foreground'] as const;

export const messagingTable: Table<Messaging> = {
  permission: local(({ messaging }) => messaging.permission()),
  onPermission: subscription,
  register: row(
    ({ messaging }) => messaging.register({ ask: true }),
    'messaging/registration-failed',
    'resolves',
    foreground,
  ),
  registration: row(({ messaging }) => messaging.registration(), 'resolves', 'resolves', foreground),
  onRegistration: subscription,
  unregister: row(({ messaging }) => messaging.unregister(), 'resolves', 'resolves', foreground),
  onMessage: subscription,
  onBackgroundMessage: subscription,
  onClick: subscription,
};

export const configTable: Table<Complete<Config>> = {
  setDefaults: local(({ config }) => config.setDefaults({ a: 1 })),
  'remote.setSettings': rowNeeding(
    local(({ config }) => config.remote.setSettings({ minimumFetchIntervalMs: 0 })),
    ['config.remote'],
  ),
  'remote.fetch': row(({ config }) => config.remote.fetch(), 'config/fetch-failed', 'resolves', [
    'config.remote',
  ]),
  'remote.activate': row(({ config }) => config.remote.activate(), 'resolves', 'resolves', ['config.remote']),
  value: local(({ config }) => config.value('a')),
  all: local(({ config }) => config.all()),
  'remote.status': rowNeeding(
    local(({ config }) => config.remote.status()),
    ['config.remote'],
  ),
  'live.watch': subscription,
  'conditions.setSignals': row(
    ({ config }) => config.conditions.setSignals({ a: 1 }),
    'resolves',
    'resolves',
    ['config.conditions'],
  ),
};

const record = { name: 'r', startedAt: 1, durationMs: 1, metrics: {}, attributes: {} };

export const performanceTable: Table<Complete<Performance>> = {
  trace: local(({ performance }) => {
    const trace = performance.trace('t');
    trace.start();
    trace.putMetric('m', 1);
    trace.stop();
  }),
  record: local(({ performance }) => performance.record(record)),
  'collection.setEnabled': rowNeeding(
    local(({ performance }) => performance.collection.setEnabled(true)),
    ['performance.collection'],
  ),
  'collection.enabled': rowNeeding(
    local(({ performance }) => performance.collection.enabled()),
    ['performance.collection'],
  ),
  watchRecords: subscription,
};

const control = ['control'] as const;
const asked = (call: (hands: Control) => unknown) =>
  row(({ control: hands }: CompleteBackend) => hands && call(hands), 'resolves', 'resolves', control);

export const controlTable: Table<Control> = {
  now: local(({ control: hands }) => hands?.now()),
  advance: asked((hands) => hands.advance(1)),
  setNetwork: local(({ control: hands }) => hands?.setNetwork(hands.networkOnline())),
  networkOnline: local(({ control: hands }) => hands?.networkOnline()),
  onNetwork: subscription,
  inject: asked((hands) => hands.inject({ kind: 'latency', service: 'performance', ms: 1 })),
  clearFaults: asked((hands) => hands.clearFaults()),
  http: asked((hands) => hands.http({ method: 'GET', path: '/', headers: {}, body: '' })),
  inbox: asked((hands) => hands.inbox()),
  authenticator: asked((hands) => hands.authenticator()),
  accounts: asked((hands) => hands.accounts()),
  readDocument: asked((hands) => hands.readDocument('a/b')),
  publishConfig: asked((hands) => hands.publishConfig({ a: '1' })),
  refusals: asked((hands) => hands.refusals()),
  publishConfigFile: asked((hands) => hands.publishConfigFile('{}')),
  reset: asked((hands) => hands.reset()),
  exportCloud: asked((hands) => hands.exportCloud()),
  importCloud: asked(async (hands) => hands.importCloud(await hands.exportCloud())),
};
