/**
 * Counts, sums and averages, which the Firebase SDK leaves to the server: so the SDK's engine says which documents are
 * meant, and the figures are worked out from them here, in the plainest way.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Aggregate } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { refusal } from './answers.ts';
import { type DocSpec, place, Setting } from './documents.ts';
import { type ReferenceSdk, openReferenceSdk } from './firestore.ts';
import { asProduction, refusedByServer } from './production.ts';
import { queryOf, querySpec, type QuerySpec } from './queries.ts';
import { compareCases, tally } from './seed.ts';
import { show, showQuery } from './show.ts';
import { dataFromSdk } from './translate.ts';
import { value } from './values.ts';

interface Case {
  readonly values: readonly DocValue[];
  readonly base: readonly DocSpec[];
  readonly asked: readonly { readonly query: QuerySpec; readonly figures: readonly Aggregate[] }[];
}

const fields = ['a', 'a', 'a', '`a`', 'b', 'b', 'm.x', 'm.x', 'c', '`q.r`', 'none'] as const;
const figure: fc.Arbitrary<Aggregate> = fc.oneof(
  fc.constant({ count: true as const }),
  fc.constantFrom(...fields).map((sum) => ({ sum })),
  fc.constantFrom(...fields).map((average) => ({ average })),
);

const cases: fc.Arbitrary<Case> = fc.record({
  values: fc.array(
    fc.oneof(value.map(exact), fc.constantFrom(1, 2.5, -3, Number.NaN, Number.POSITIVE_INFINITY)),
    {
      minLength: 2,
      maxLength: 6,
    },
  ),
  base: fc.array(fc.record(place), { maxLength: 12, size: 'max' }),
  asked: fc.array(
    fc.record({
      query: querySpec,
      figures: fc.oneof(
        { weight: 12, arbitrary: fc.array(figure, { minLength: 1, maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(figure, { maxLength: 7 }) },
      ),
    }),
    { minLength: 1, maxLength: 15, size: 'max' },
  ),
});

/** Halves of small whole numbers add up to the same in whatever order. */
function exact(one: DocValue): DocValue {
  if (typeof one === 'number') return Number.isFinite(one) ? Math.trunc(one % 100) / 2 : one;
  if (Array.isArray(one)) return one.map(exact);
  if (!isPlainObject(one)) return one;
  return Object.fromEntries(Object.entries(one as DocData).map(([name, inner]) => [name, exact(inner)]));
}

function read(data: DocData, field: string): DocValue | undefined {
  let found: unknown = data;
  for (const name of parseFieldPath(field))
    found = isPlainObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found as DocValue | undefined;
}

const fieldOf = (one: Aggregate) => ('sum' in one ? one.sum : 'average' in one ? one.average : null);

/** Documents that lack a field which is added up are not looked at, not even by the limit. */
function figuresOf(all: readonly DocData[], query: Query, figures: readonly Aggregate[]) {
  const complete = all.filter((data) =>
    figures.every((one) => {
      const field = fieldOf(one);
      return field === null || read(data, field) !== undefined;
    }),
  );
  const { limit, limitToLast } = query;
  const meant = limitToLast === undefined ? complete.slice(0, limit) : complete.slice(-limitToLast);
  return figures.map((one) => {
    const field = fieldOf(one);
    if (field === null) return meant.length;
    let sum = 0;
    let count = 0;
    for (const data of meant) {
      const found = read(data, field);
      if (typeof found !== 'number') continue;
      sum += found;
      count++;
    }
    if ('sum' in one) return sum;
    return count === 0 ? null : sum / count;
  });
}

const counted = tally('aggregates');
let sdk: ReferenceSdk;
beforeAll(async () => {
  sdk = await openReferenceSdk();
});
afterAll(() => sdk.dispose());

test('aggregates equal those computed over the results of the query', async () => {
  await compareCases(counted, 150, cases, async ({ values, base, asked }) => {
    const setting = new Setting(values);
    const stored = new Map(base.map((spec) => [setting.path(spec), setting.data(spec)]));
    await sdk.learn([...stored].map(([path, data]) => ({ path, data })));
    const cloud = new FakeCloud();
    await cloud.server.docs.batch([...stored].map(([path, data]) => ({ type: 'set', path, data })));
    const client = connect(cloud);
    await settle();
    const ground = { ...setting.ground([...stored.keys()]), places: [] };
    for (const { query: spec, figures } of asked) {
      const query = queryOf(ground, spec);
      const named = Object.fromEntries(figures.map((one, at) => [`f${at}`, one]));
      const wrong = refusedByServer(query) !== null || figures.length === 0 || figures.length > 5;
      const meant = await refusal(async () => {
        const asking = asProduction(query);
        await sdk.find(
          sdk.query(asking, () => undefined),
          asking,
        );
        if (refusedByServer(query) || figures.length === 0 || figures.length > 5)
          throw new TypeError('Refused.');
        const { collection, group = false, where = [], orderBy = [] } = asking;
        const bounds = {
          ...(asking.start ? { start: asking.start } : {}),
          ...(asking.end ? { end: asking.end } : {}),
        };
        const unlimited: Query = { collection, group, where, orderBy, ...bounds };
        const all = await sdk.find(
          sdk.query(unlimited, () => undefined),
          unlimited,
        );
        const data = all.docs.map((doc) => dataFromSdk(doc.data()));
        return figuresOf(data, query, figures).map(show);
      });
      const got = await refusal(async () =>
        Object.values(await client.docs.aggregates.compute(query, named)).map(show),
      );
      // With several mistakes, the order of the checks is no promise.
      const expected = wrong && typeof got === 'string' && typeof meant === 'string' ? got : meant;
      counted.add(typeof expected === 'string' ? 'refusals' : 'figures', figures.length);
      expect(got, `${showQuery(query)}: ${figures.map(show).join(', ')} of ${show([...stored])}`).toEqual(
        expected,
      );
    }
    await client.dispose();
    cloud.dispose();
  });
}, 600_000);
