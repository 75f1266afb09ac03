/** The tables of documents, realtime values and files. */
import type { Docs } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import type { OnDisconnect, Realtime } from '#ports/realtime/realtime.ts';
import type { Storage } from '#ports/storage/storage.ts';
import { local, row, subscription, type Table } from './table.ts';

const note = { type: 'set', path: 'notes/mine', data: {} } as const;

export const docsTable: Table<Docs> = {
  get: row(({ docs }) => docs.get('notes/never'), 'unavailable'),
  'get.server': row(({ docs }) => docs.get('notes/never', { source: 'server' }), 'unavailable'),
  'get.cache': row(({ docs }) => docs.get('notes/never', { source: 'cache' }), 'unavailable', 'unavailable'),
  find: row(({ docs }) => docs.find(query('notes')), 'resolves'),
  'find.server': row(({ docs }) => docs.find(query('notes'), { source: 'server' }), 'unavailable'),
  'find.cache': row(({ docs }) => docs.find(query('notes'), { source: 'cache' }), 'resolves'),
  aggregate: row(
    ({ docs }) => docs.aggregate(query('notes'), { n: { count: true } }),
    'unavailable',
    'resolves',
    ['docs.aggregate'],
  ),
  watch: subscription,
  watchQuery: subscription,
  onInSync: subscription,
  write: row(({ docs }) => docs.write(note), 'waits'),
  batch: row(({ docs }) => docs.batch([note]), 'waits'),
  'batch.empty': row(({ docs }) => docs.batch([]), 'resolves'),
  transaction: row(({ docs }) => docs.transaction(() => Promise.resolve()), 'unavailable'),
  waitForPendingWrites: row(({ docs }) => docs.waitForPendingWrites(), 'resolves'),
  setNetwork: row(({ docs }) => docs.setNetwork(false), 'resolves'),
  clearCache: row(({ docs }) => docs.clearCache(), 'resolves'),
  newId: local(({ docs }) => docs.newId()),
};

const left = ['realtime.on-disconnect'] as const;
const onDisconnect: {
  readonly [Name in keyof OnDisconnect as `onDisconnect.${Name}`]: ReturnType<typeof row>;
} = {
  'onDisconnect.set': row(({ realtime }) => realtime.onDisconnect('a').set(1), 'waits', 'resolves', left),
  'onDisconnect.update': row(
    ({ realtime }) => realtime.onDisconnect('a').update({ b: 1 }),
    'waits',
    'resolves',
    left,
  ),
  'onDisconnect.remove': row(
    ({ realtime }) => realtime.onDisconnect('a').remove(),
    'waits',
    'resolves',
    left,
  ),
  'onDisconnect.cancel': row(
    ({ realtime }) => realtime.onDisconnect('a').cancel(),
    'waits',
    'resolves',
    left,
  ),
};

export const realtimeTable: Table<Realtime> = {
  get: row(({ realtime }) => realtime.get('a'), 'unavailable'),
  set: row(({ realtime }) => realtime.set('a', 1), 'waits'),
  setPriority: row(({ realtime }) => realtime.setPriority('a', 1), 'waits', 'resolves', [
    'realtime.priorities',
  ]),
  update: row(({ realtime }) => realtime.update('a', { b: 1 }), 'waits'),
  remove: row(({ realtime }) => realtime.remove('a'), 'waits'),
  newKey: local(({ realtime }) => realtime.newKey('a')),
  transaction: row(({ realtime }) => realtime.transaction('a', () => 1), 'waits'),
  watch: subscription,
  watchChildren: subscription,
  onDisconnect: local(({ realtime }) => realtime.onDisconnect('a')),
  ...onDisconnect,
  watchConnection: subscription,
  watchServerTimeOffset: subscription,
  setOnline: local(({ realtime }) => realtime.setOnline(true)),
};

const denied = ['storage/unauthenticated', 'storage/unauthorized'] as const;

export const storageTable: Table<Storage> = {
  upload: row(({ storage }) => storage.upload('a', Uint8Array.of(1)).done, 'waits', denied),
  metadata: row(({ storage }) => storage.metadata('a'), 'waits', denied),
  updateMetadata: row(({ storage }) => storage.updateMetadata('a', {}), 'waits', denied),
  downloadUrl: row(({ storage }) => storage.downloadUrl('a'), 'waits', denied),
  read: row(({ storage }) => storage.read('a'), 'waits', denied),
  list: row(({ storage }) => storage.list(''), 'waits', denied),
  remove: row(({ storage }) => storage.remove('a'), 'waits', denied),
};
