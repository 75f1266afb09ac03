/** Shell of a provider of documents: extensions that it lacks. */
import { expect, test } from 'vitest';
import { query } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { widestLimits } from './argument-limits.ts';
import { type DocsDriver, docsShell, type DocsExtensions } from './shell.ts';

const limits = {
  ...widestLimits,
  ...{ alternatives: 1, excluded: 1, inequalities: 1, parts: 1, neighbours: 1, dimensions: 1 },
  ...{ documentBytes: 1, valueBytes: 1, commitBytes: 1, operations: 1, indexEntries: 1 },
};

/** A shell, with the queries that its driver gets. */
function shell(extensions?: DocsExtensions) {
  const asked: unknown[] = [];
  const answer = (wanted: unknown) => {
    asked.push(wanted);
    return Promise.reject(new Error('no answer'));
  };
  const driver: DocsDriver = {
    get: answer,
    find: answer,
    watch: () => () => {},
    watchQuery(wanted) {
      asked.push(wanted);
      return () => {};
    },
    commit: answer,
    newId: () => 'id',
  };
  const aggregates = { aggregate: answer };
  return { docs: docsShell(driver, { limits }, { aggregates, ...extensions }), asked, answer };
}

const group = collectionGroup('rows');
const nearest = { field: 'v', vector: [1], limit: 1, measure: 'cosine' } as const;
const next = () => {};

test.each([
  ['of a group', group, /`docs\.groups` is null/],
  ['for the nearest', { ...query('rows'), nearest }, /by `docs\.nearest` alone/],
])('a query %s throws a TypeError without the extension', (_name, wanted, says) => {
  const { docs, asked } = shell();
  expect(docs.groups).toBeNull();
  expect(docs.nearest).toBeNull();
  for (const call of [
    () => docs.find(wanted),
    () => docs.watchQuery(wanted, { next }),
    () => docs.aggregates?.compute(wanted, { n: { count: true } }),
  ]) {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(says);
  }
  expect(asked).toEqual([]);
});

test('the extensions build the queries that the driver gets', async () => {
  const asked: unknown[] = [];
  const { docs } = shell({
    groups: { query: collectionGroup },
    nearest: {
      nearest(wanted) {
        asked.push(wanted);
        return Promise.reject(new Error('no answer'));
      },
    },
  });
  const rows = docs.groups?.query('rows');
  expect(rows).toEqual(group);
  await expect(docs.nearest?.find(group, nearest)).rejects.toThrow('no answer');
  expect(asked).toEqual([{ ...group, nearest }]);
});
