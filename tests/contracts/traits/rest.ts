/** The tables of the ports that hold no data of their own, and of the operator's hands. */
import type { Config } from '#ports/config/config.ts';
import type { Backend } from '#ports/backend.ts';
import type { Control } from '#ports/control.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Messaging } from '#ports/messaging/messaging.ts';
import type { Performance } from '#ports/performance/performance.ts';
import { local, row, subscription, type Table } from './table.ts';

export const functionsTable: Table<Functions> = {
  call: row(({ functions }) => functions.call('echo', 1), 'unavailable'),
  stream: row(({ functions }) => functions.stream('echo', 1).result, 'unavailable', 'resolves', [
    'functions.streaming',
  ]),
  'stream.chunks': row(
    async ({ functions }) => {
      const { chunks, result } = functions.stream('echo', 1);
      result.catch(() => {});
      for await (const chunk of chunks) void chunk;
    },
    'unavailable',
    'resolves',
    ['functions.streaming'],
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

export const configTable: Table<Config> = {
  setDefaults: local(({ config }) => config.setDefaults({ a: 1 })),
  setSettings: local(({ config }) => config.setSettings({ minimumFetchIntervalMs: 0 })),
  fetch: row(({ config }) => config.fetch(), 'config/fetch-failed'),
  activate: row(({ config }) => config.activate(), 'resolves'),
  value: local(({ config }) => config.value('a')),
  all: local(({ config }) => config.all()),
  status: local(({ config }) => config.status()),
  watch: subscription,
  setSignals: row(({ config }) => config.setSignals({ a: 1 }), 'resolves'),
};

const record = { name: 'r', startedAt: 1, durationMs: 1, metrics: {}, attributes: {} };

export const performanceTable: Table<Performance> = {
  trace: local(({ performance }) => {
    const trace = performance.trace('t');
    trace.start();
    trace.putMetric('m', 1);
    trace.stop();
  }),
  record: local(({ performance }) => performance.record(record)),
  setEnabled: local(({ performance }) => performance.setEnabled(true)),
  enabled: local(({ performance }) => performance.enabled()),
  watchRecords: subscription,
};

const control = ['control'] as const;
const asked = (call: (hands: Control) => unknown) =>
  row(({ control: hands }: Backend) => hands && call(hands), 'resolves', 'resolves', control);

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
  publishConfigTemplate: asked((hands) => hands.publishConfigTemplate('{}')),
  reset: asked((hands) => hands.reset()),
  exportCloud: asked((hands) => hands.exportCloud()),
  importCloud: asked(async (hands) => hands.importCloud(await hands.exportCloud())),
};
