/** The tables of decisions (`tests/app/rules/tables`) through PostgreSQL: reads, queries and writes that the deployed rules authorize. */
import { expect, test } from 'vitest';
import type { PostgresDocs, Requester } from '#adapters/postgres/docs/postgres-docs.ts';
import { checkedPath, checkedQuery, checkedWrite } from '#adapters/postgres/docs/limits.ts';
import { authOf, type Person } from '#firebase-rules/rules/testing/documents.ts';
import { compileDocRules } from '#firebase-rules/rules/rules.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData, WriteData, WriteValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { type Case, Rules } from '../../app/rules/tables/case.ts';
import { tables } from '../../app/rules/tables/all.ts';
import type { Documents } from '#firebase-rules/index.ts';
import { deployed, documents, now } from '../../app/rules/team.ts';
import { openStore, withPostgres } from './provider.ts';

withPostgres();

type Request =
  | { readonly get: string }
  | { readonly list: Query | string }
  | { readonly write: readonly Write[] };

interface Asked {
  readonly stored: Documents;
  readonly person: Person;
  readonly request: Request;
}

/** Takes down what a case asks, in place of answering it. */
class RecordedRules extends Rules {
  asked: Asked | null = null;

  override documents(stored: Documents = {}): ReturnType<Rules['documents']> {
    const recorded = { as: (person: Person) => this.recorder(stored, person) };
    return recorded as unknown as ReturnType<Rules['documents']>;
  }

  private recorder(stored: Documents, person: Person) {
    const ask = (request: Request) => {
      this.asked = { stored, person, request };
      return { allowed: true };
    };
    return {
      get: (path: string) => ask({ get: path }),
      list: (asked: Query | string) => ask({ list: asked }),
      set: (path: string, data: WriteData, options: { readonly merge?: true | readonly string[] } = {}) =>
        ask({ write: [{ type: 'set', path, data, ...options }] }),
      update: (path: string, changes: Readonly<Record<string, WriteValue>>) =>
        ask({ write: [{ type: 'update', path, changes }] }),
      delete: (path: string) => ask({ write: [{ type: 'delete', path }] }),
      write: (...writes: readonly Write[]) => ask({ write: writes }),
    };
  }
}

let commits = 0;

const put = (store: PostgresDocs, writes: readonly Write[]) =>
  store.commit({ id: `put ${++commits}`, queue: null, writes, expects: [] }, 'server');

const setWrites = (data: Documents): readonly Write[] =>
  Object.entries(data).map(([path, fields]) => ({ type: 'set', path, data: fields as DocData }));

async function isAllowed(store: PostgresDocs, { person, request }: Asked): Promise<boolean> {
  const auth = authOf(person);
  const requester: Requester = auth && { uid: auth.uid, claims: auth.token };
  try {
    if ('get' in request) await store.get(checkedPath(request.get), requester);
    else if ('list' in request)
      await store.find(
        checkedQuery(typeof request.list === 'string' ? { collection: request.list } : request.list),
        requester,
      );
    else {
      const writes = request.write.map(checkedWrite);
      await store.commit({ id: `case ${++commits}`, queue: null, writes, expects: [] }, requester);
    }
    return true;
  } catch (error) {
    if (error instanceof PortError && error.code === 'permission-denied') return false;
    // An update of a missing document, which the rules allow.
    if (error instanceof PortError && error.code === 'not-found') return true;
    throw error;
  }
}

const askable = Object.entries(tables)
  .map(([name, cases]) => [name, cases.filter(({ file }) => file === 'firestore')] as const)
  .filter(([, cases]) => cases.length > 0);

test.each(askable)('%s', async (_, cases) => {
  const rules = compileDocRules(deployed.firestore);
  const { database, store } = await openStore({ now: () => now.toMillis(), guard: { rules } });
  const unexpected: string[] = [];
  let shown: Documents | null = null;
  for (const { name, allowed, asked } of cases.map(recorded)) {
    if (shown !== asked.stored) {
      await database.rows('DELETE FROM docs');
      await put(store, setWrites(all(asked)));
      shown = asked.stored;
    }
    // The tables’ time, to the microsecond: commits are later than all before.
    await database.rows('UPDATE store SET version = 0');
    const answer = await isAllowed(store, asked);
    if (answer !== allowed) unexpected.push(`${name}: ${answer ? 'allowed' : 'denied'}`);
    if (answer && 'write' in asked.request) await putBack(store, asked.request.write, all(asked));
  }
  expect(unexpected).toEqual([]);
  await database.close();
});

const all = ({ stored }: Asked): Documents => ({ ...documents, ...stored });

/** Reverts the writes of a case before the next one. */
async function putBack(store: PostgresDocs, writes: readonly Write[], before: Documents): Promise<void> {
  const paths = [...new Set(writes.map(({ path }) => path))];
  await put(
    store,
    paths.map((path) => {
      const data = before[path];
      return data ? { type: 'set', path, data } : { type: 'delete', path };
    }),
  );
}

function recorded(one: Case) {
  const rules = new RecordedRules();
  one.ask(rules);
  if (!rules.asked) throw new Error(`${one.name} asks nothing.`);
  return { name: one.name, allowed: one.allowed, asked: rules.asked };
}
