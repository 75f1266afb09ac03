/** The tables of documents, realtime values and files. */
import type { Complete } from '#ports/complete.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import type { OnDisconnect, Realtime } from '#ports/realtime/realtime.ts';
import type { Storage } from '#ports/storage/storage.ts';
import { local, rowNeeding, row, subscription, type Table } from './table.ts';

const note = { type: 'set', path: 'notes/mine', data: {} } as const;

export const docsTable: Table<Complete<Docs>> = {
  get: row(({ docs }) => docs.get('notes/never'), 'unavailable'),
  'get: server': row(({ docs }) => docs.get('notes/never', { source: 'server' }), 'unavailable'),
  'get: cache': row(({ docs }) => docs.get('notes/never', { source: 'cache' }), 'unavailable', 'unavailable'),
  find: row(({ docs }) => docs.find(query('notes')), 'resolves'),
  'find: server': row(({ docs }) => docs.find(query('notes'), { source: 'server' }), 'unavailable'),
  'find: cache': row(({ docs }) => docs.find(query('notes'), { source: 'cache' }), 'resolves'),
  'aggregates.compute': row(
    ({ docs }) => docs.aggregates.compute(query('notes'), { n: { count: true } }),
    'unavailable',
    'resolves',
    ['docs.aggregates'],
  ),
  'groups.query': rowNeeding(
    local(({ docs }) => docs.groups.query('notes')),
    ['docs.groups'],
  ),
  'nearest.find': row(
    ({ docs }) =>
      docs.nearest?.find(query('notes'), { field: 'v', vector: [1], limit: 1, measure: 'cosine' }),
    'unavailable',
    'resolves',
    ['docs.nearest'],
  ),
  watch: subscription,
  watchQuery: subscription,
  'sync.onInSync': subscription,
  write: row(({ docs }) => docs.write(note), 'waits'),
  batch: row(({ docs }) => docs.batch([note]), 'waits'),
  'batch: empty': row(({ docs }) => docs.batch([]), 'resolves'),
  'transactions.run': row(
    ({ docs }) => docs.transactions.run(() => Promise.resolve()),
    'unavailable',
    'resolves',
    ['docs.transactions'],
  ),
  'offline.waitForPendingWrites': row(
    ({ docs }) => docs.offline.waitForPendingWrites(),
    'resolves',
    'resolves',
    ['docs.offline'],
  ),
  'offline.setNetwork': row(({ docs }) => docs.offline.setNetwork(false), 'resolves', 'resolves', [
    'docs.offline',
  ]),
  'offline.clearCache': row(({ docs }) => docs.offline.clearCache(), 'resolves', 'resolves', [
    'docs.offline',
  ]),
  newId: local(({ docs }) => docs.newId()),
};

const left = ['realtime.disconnects'] as const;
const onDisconnect: {
  readonly [Name in keyof OnDisconnect as `disconnects.at: ${Name}`]: ReturnType<typeof row>;
} = {
  'disconnects.at: set': row(
    ({ realtime }) => realtime.disconnects.at('a').set(1),
    'waits',
    'resolves',
    left,
  ),
  'disconnects.at: update': row(
    ({ realtime }) => realtime.disconnects.at('a').update({ b: 1 }),
    'waits',
    'resolves',
    left,
  ),
  'disconnects.at: remove': row(
    ({ realtime }) => realtime.disconnects.at('a').remove(),
    'waits',
    'resolves',
    left,
  ),
  'disconnects.at: cancel': row(
    ({ realtime }) => realtime.disconnects.at('a').cancel(),
    'waits',
    'resolves',
    left,
  ),
};

export const realtimeTable: Table<Complete<Realtime>> = {
  get: row(({ realtime }) => realtime.get('a'), 'unavailable'),
  set: row(({ realtime }) => realtime.set('a', 1), 'waits'),
  'priorities.set': row(({ realtime }) => realtime.priorities.set('a', 1), 'waits', 'resolves', [
    'realtime.priorities',
  ]),
  update: row(({ realtime }) => realtime.update('a', { b: 1 }), 'waits'),
  remove: row(({ realtime }) => realtime.remove('a'), 'waits'),
  'lists.newKey': rowNeeding(
    local(({ realtime }) => realtime.lists.newKey('a')),
    ['realtime.lists'],
  ),
  'transactions.run': row(({ realtime }) => realtime.transactions.run('a', () => 1), 'waits', 'resolves', [
    'realtime.transactions',
  ]),
  watch: subscription,
  'lists.watchChildren': subscription,
  'disconnects.at': rowNeeding(
    local(({ realtime }) => realtime.disconnects.at('a')),
    ['realtime.disconnects'],
  ),
  ...onDisconnect,
  watchConnection: subscription,
  watchServerTimeOffset: subscription,
  'connection.setOnline': rowNeeding(
    local(({ realtime }) => realtime.connection.setOnline(true)),
    ['realtime.connection'],
  ),
};

const denied = ['storage/unauthenticated', 'storage/unauthorized'] as const;

export const storageTable: Table<Complete<Storage>> = {
  upload: row(({ storage }) => storage.upload('a', Uint8Array.of(1)).done, 'waits', denied),
  'metadata.get': row(({ storage }) => storage.metadata.get('a'), 'waits', denied, ['storage.metadata']),
  'metadata.update': row(({ storage }) => storage.metadata.update('a', {}), 'waits', denied, [
    'storage.metadata',
  ]),
  downloadUrl: row(({ storage }) => storage.downloadUrl('a'), 'waits', denied),
  'content.read': row(({ storage }) => storage.content.read('a'), 'waits', denied, ['storage.content']),
  'resumable.upload': row(
    ({ storage }) => storage.resumable.upload('a', Uint8Array.of(1)).done,
    'waits',
    denied,
    ['storage.resumable'],
  ),
  'ranges.read': row(({ storage }) => storage.ranges.read('a', { first: 0, last: 1 }), 'waits', denied, [
    'storage.ranges',
  ]),
  'listing.list': row(({ storage }) => storage.listing.list(''), 'waits', denied, ['storage.listing']),
  remove: row(({ storage }) => storage.remove('a'), 'waits', denied),
};
