/** Queries over all collections of one name. */
import { expect } from 'vitest';
import { documentId, orderBy, type Query, where } from '#ports/docs/query.ts';
import { needing, recorder, rejection, type Scenario } from '../harness.ts';
import { bounded } from '../off-stage.ts';
import { accepted, followQuery, ids, setWrite } from './help.ts';

export function groupScenarios(every: Scenario): void {
  const scenario = needing(every, ['docs.groups']);

  scenario('a collection-group query includes all collections of its name', async (scene) => {
    await scene.server.docs.batch([
      setWrite('rows/1', {}),
      setWrite('x/1/rows/2', {}),
      setWrite('x/1/y/1/rows/3', {}),
      setWrite('x/1/rowsy/4', {}),
    ]);
    const { docs } = await scene.connect();
    expect((await docs.find(docs.groups.query('rows'))).docs.map(({ path }) => path)).toEqual([
      'rows/1',
      'x/1/rows/2',
      'x/1/y/1/rows/3',
    ]);
    expect(ids(await docs.find(docs.groups.query('rows', where(documentId, '>=', 'x/1/rows/2'))))).toEqual([
      '2',
      '3',
    ]);
  });

  scenario('a collection-group listener reports changes in any collection of its name', async (scene) => {
    const client = await scene.connect();
    const events = followQuery(scene, client, client.docs.groups.query('rows', where('n', '==', 1)));
    await scene.settle();
    await client.docs.batch([
      setWrite('x/1/rows/a', { n: 1 }),
      setWrite('y/1/rows/b', { n: 1 }),
      setWrite('y/1/rows/c', { n: 2 }),
    ]);
    await scene.settle();
    expect(ids(events.last())).toEqual(['a', 'b']);
  });

  scenario('a collection-group query includes documents below numeric ids', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('rows/__id7__/inner/__id8__', { n: 0 }));
    await docs.write(setWrite('rows/a/inner/__id9__', { n: 0 }));
    expect(ids(await docs.find(docs.groups.query('inner')))).toEqual(['__id8__', '__id9__']);
  });

  scenario(
    'aggregates of a collection group include all its collections',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      await scene.server.docs.batch([setWrite('rows/a', { n: 7.5 }), setWrite('x/1/rows/a', { n: 10 })]);
      const { docs } = await scene.connect();
      const wanted = { all: { count: true }, sum: { sum: 'n' } } as const;
      expect(await docs.aggregates.compute(docs.groups.query('rows'), wanted)).toEqual({ all: 2, sum: 17.5 });
    },
  );

  scenario('an impossible collection-group name throws a TypeError', async (scene) => {
    const { docs } = await scene.connect();
    const names = ['', 'a/b', '__x__', '__id7__'];
    expect(accepted(names, (name) => docs.find(docs.groups.query(name)))).toEqual([]);
  });

  scenario('a collection-group name is limited in bytes', async (scene) => {
    const { docs } = await scene.connect();
    const longest = 'x'.repeat(bounded(docs.limits.idBytes));
    await docs.find(docs.groups.query(longest));
    expect(accepted([`${longest}x`], (name) => docs.find(docs.groups.query(name)))).toEqual([]);
  });

  scenario(
    'unsupported combinations in a collection-group query are rejected by find and by watch',
    async (scene) => {
      const { docs } = await scene.connect();
      const impossible: readonly Query[] = [
        docs.groups.query('rows', where(documentId, '==', 'a')),
        docs.groups.query('rows', orderBy(documentId, 'desc'), orderBy('a', 'desc')),
      ];
      for (const asked of impossible) {
        expect(await rejection(docs.find(asked))).toMatchObject({ code: 'invalid-argument' });
        const events = recorder();
        scene.closing(docs.watchQuery(asked, events));
        await scene.settle();
        expect([events.values, events.errors]).toMatchObject([[], [{ code: 'invalid-argument' }]]);
      }
    },
  );
}
