/** Cursors at snapshots that another client handed out, or that were kept as plain data: the same place as this client's own. */
import { expect, test } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import {
  documentId,
  endBefore,
  limit,
  orderBy,
  type Query,
  query,
  startAfter,
  startAt,
  where,
} from '#ports/docs/query.ts';
import { ids, setWrite } from '#contracts/docs/help.ts';
import { rejection } from '#contracts/harness.ts';
import { openStage } from './stage.ts';

type Part = ReturnType<typeof limit>;

test('a serialized snapshot works as a cursor like the client’s own', async () => {
  const stage = await openStage({ functions: { callables: {} } });
  const rows = [1, 2, 2, 2, 3].map((n, at) => setWrite(`rows/${at}`, { n, m: 5 - at, deep: { n } }));
  await stage.server.docs.batch([...rows, setWrite('x/1/rows/9', { n: 2, m: 0 })]);
  const { docs } = await stage.connect();
  const own = await docs.get('rows/2');
  const kept = JSON.parse(JSON.stringify(own)) as DocSnapshot;
  const asked: readonly ((place: DocSnapshot) => readonly Part[])[] = [
    (place) => [startAt(place)],
    (place) => [orderBy('n'), startAfter(place)],
    (place) => [orderBy('n', 'desc'), startAfter(place), limit(2)],
    (place) => [orderBy('deep.n'), orderBy('m'), endBefore(place)],
    (place) => [where('m', '<', 9), where('n', '>', 0), startAfter(place)],
    (place) => [orderBy(documentId, 'desc'), startAt(place)],
  ];
  for (const parts of asked) {
    const both = [own, kept].map((place): Query => query('rows', ...parts(place)));
    const [mine, theirs] = await Promise.all(both.map((one) => docs.find(one)));
    expect(ids(mine ?? { docs: [] }).length).toBeGreaterThan(0);
    expect(ids(theirs ?? { docs: [] })).toEqual(ids(mine ?? { docs: [] }));
  }
  const group = docs.groups.query('rows', orderBy('n'), startAfter(kept));
  expect(ids(await docs.find(group))).toEqual(['3', '9', '4']);
  const nowhere = query('rows', orderBy('none'), startAt(kept));
  expect(await rejection(docs.find(nowhere))).toMatchObject({ code: 'invalid-argument' });
  const gone = query('rows', startAt({ ...kept, data: null }));
  expect(await rejection(docs.find(gone))).toMatchObject({ code: 'not-found' });
  await stage.dispose();
});
