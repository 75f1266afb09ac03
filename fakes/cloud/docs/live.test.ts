/** Property: for any writes and queries, indexes and live queries give the results of a computation from nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Query } from '#ports/docs/query.ts';
import { assertProperty } from '../../../tests/property.ts';
import { evaluate } from '#query/plan.ts';
import { planOf } from '#firebase-rules/platform/planner.ts';
import type { Session } from '../session.ts';
import type { DocDatabase } from './database.ts';
import type { WireListenRequest, DocsStreamEvent } from './protocol.ts';
import { makeDatabase, write, question, Follower, byPath } from './live.fixture.ts';

const truth = (database: DocDatabase, query: Query) => evaluate(planOf(query), database.snapshot().docs);

const session: Session = { id: 's', clientId: 'c', caller: () => null, hasToken: () => false, peer: 'raw' };

it('returns and reports the same as a full evaluation', () => {
  assertProperty(
    fc.property(
      fc.array(question, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      (questions, batches) => {
        const database = makeDatabase();
        const follower = new Follower();
        database.hub.connect(session.id, {
          event: (event) => follower.event(event as DocsStreamEvent),
          end: () => {},
        });
        database.write([batches[0] ?? []].flat());
        questions.forEach((query, target) =>
          database.hub.listen(session.id, { target, what: { query }, resume: null }, planOf(query)),
        );
        for (const batch of batches) {
          database.write(batch);
          questions.forEach((query, target) => {
            const expected = truth(database, query);
            expect(database.find(query).map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
            expect(follower.answer(target)).toEqual(byPath(expected));
          });
        }
      },
    ),
    { numRuns: 400 },
  );
});

it('sends a returning client the missing changes and no document twice', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      (query, before, meanwhile) => {
        const database = makeDatabase();
        database.write(before);
        const known = new Map(truth(database, query).map((doc) => [doc.path, doc]));
        const { epoch, version: since } = database.snapshot();
        for (const batch of meanwhile) database.write(batch);
        const events: DocsStreamEvent[] = [];
        database.hub.connect(session.id, {
          event: (event) => events.push(event as DocsStreamEvent),
          end: () => {},
        });
        const resume = { epoch, since, paths: [...known.keys()] };
        database.hub.listen(session.id, { target: 1, what: { query }, resume }, planOf(query));
        const [first] = events;
        const sent = new Map(first?.docs.map((doc) => [doc.path, doc]));
        const expected = truth(database, query);
        expect([...(first?.targets[0]?.all ?? [])].sort()).toEqual(expected.map(({ path }) => path).sort());
        for (const doc of expected) {
          const same = known.get(doc.path) === doc;
          expect(sent.get(doc.path)?.data).toEqual(same ? undefined : doc.data);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('knows the result at a named version for as long as its history lasts', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      (query, before, meanwhile) => {
        const database = makeDatabase();
        database.hub.remember();
        database.write(before);
        const known = new Map(truth(database, query).map((doc) => [doc.path, doc]));
        const { epoch, version: since } = database.snapshot();
        for (const batch of meanwhile) database.write(batch);
        const listen = (resume: WireListenRequest['resume']) => {
          const events: DocsStreamEvent[] = [];
          const close = database.hub.connect(session.id, {
            event: (event) => events.push(event as DocsStreamEvent),
            end: () => {},
          });
          database.hub.listen(session.id, { target: 1, what: { query }, resume }, planOf(query));
          close();
          return events[0];
        };
        const first = listen({ epoch, since });
        const expected = truth(database, query);
        const gone = [...known.keys()].filter((path) => expected.every((doc) => doc.path !== path));
        expect([...(first?.targets[0]?.removed ?? [])].sort()).toEqual(gone.sort());
        const sent = new Map(first?.docs.map((doc) => [doc.path, doc]));
        for (const doc of expected)
          expect(sent.get(doc.path)?.data).toEqual(known.get(doc.path) === doc ? undefined : doc.data);
        const deleted = gone.filter((path) => !database.get(path));
        expect(deleted.map((path) => sent.get(path)?.data)).toEqual(deleted.map(() => null));
        expect(first?.targets[0]?.anew).toBeUndefined();
        for (const unknown of [
          { epoch: 'another', since },
          { epoch, since: -1 },
        ]) {
          const anew = listen(unknown);
          expect(anew?.targets[0]).toMatchObject({ anew: true, removed: [] });
          expect(byPath((anew?.docs ?? []) as never)).toEqual(byPath(expected));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('continues after a restore without a difference', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 }),
      fc.nat(),
      (query, batches, at) => {
        const one = makeDatabase();
        const cut = 1 + (at % (batches.length - 1));
        for (const batch of batches.slice(0, cut)) one.write(batch);
        one.newId();
        const other = makeDatabase();
        other.restore(structuredClone(one.snapshot()));
        expect(other.snapshot()).toEqual(one.snapshot());
        for (const database of [one, other]) for (const batch of batches.slice(cut)) database.write(batch);
        expect(other.snapshot()).toEqual(one.snapshot());
        expect(other.find(query)).toEqual(one.find(query));
        expect(other.newId()).toBe(one.newId());
      },
    ),
    { numRuns: 100 },
  );
});
