/** Security rules at the door of the documents, seen from the clients. */
import { afterEach, describe, expect, it } from 'vitest';
import { limit, query, where } from '#ports/docs/query.ts';
import type { Write } from '#ports/docs/docs.ts';
import { increment, serverTimestamp, type WriteData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { guardedStage, guardedListener, guardedClients } from '#fakes/client/docs/guarded-clients.fixture.ts';

afterEach(async () => {
  for (const client of guardedClients.splice(0)) await client.dispose();
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof PortError ? error.code : String(error)),
  );

const set = (path: string, data: WriteData): Write => ({ type: 'set', path, data });

const update = (path: string, changes: WriteData): Write => ({ type: 'update', path, changes });

const remove = (path: string): Write => ({ type: 'delete', path });

describe('a document', () => {
  it('that may not be read is answered the same whether it exists or not', async () => {
    const { person, refusals, cloud } = await guardedStage(
      'match /a/{id} { allow get: if resource.data.open; }',
      {
        'a/open': { open: true },
        'a/shut': { open: false },
      },
    );
    const { docs, control, uid } = await person();
    expect((await docs.get('a/open')).data).toEqual({ open: true });
    const messages: string[] = [];
    for (const id of ['shut', 'missing']) {
      const error = await docs.get(`a/${id}`).catch((problem: unknown) => problem);
      expect(error).toMatchObject({ code: 'permission-denied' });
      messages.push(refusals.at(-1)?.message ?? '');
    }
    expect(messages[0]).toContain('needs resource.data.open, which is false');
    expect(refusals[0]).toMatchObject({
      uid,
      service: 'docs',
      method: 'get',
      path: 'a/shut',
      at: cloud.clock.now(),
    });
    expect((await control.refusals()).map(({ path }) => path)).toEqual(['a/missing', 'a/shut']);
  });

  it('is created, updated or deleted depending on its existence', async () => {
    const { person } = await guardedStage(
      `match /create/{id} { allow create: if true; }
       match /update/{id} { allow update: if true; }
       match /delete/{id} { allow delete: if true; }`,
      { 'create/old': {}, 'update/old': {}, 'delete/old': {} },
    );
    const { docs } = await person();
    expect(await codeOf(docs.write(set('create/new', {})))).toBe('done');
    expect(await codeOf(docs.write(set('create/old', {})))).toBe('permission-denied');
    expect(await codeOf(docs.write(set('update/old', { a: 1 })))).toBe('done');
    expect(await codeOf(docs.write({ ...set('update/old', { b: 1 }), merge: true } as Write))).toBe('done');
    expect(await codeOf(docs.write(set('update/new', {})))).toBe('permission-denied');
    expect(await codeOf(docs.write(update('update/old', { c: 1 })))).toBe('done');
    expect(await codeOf(docs.write(update('update/new', { c: 1 })))).toBe('not-found');
    expect(await codeOf(docs.write(update('create/none', { c: 1 })))).toBe('permission-denied');
    expect(await codeOf(docs.write(remove('delete/old')))).toBe('done');
    expect(await codeOf(docs.write(remove('delete/none')))).toBe('done');
    expect(await codeOf(docs.write(remove('update/old')))).toBe('permission-denied');
  });

  it('is checked with its resolved content, including server time and increments', async () => {
    const { person, server, cloud } = await guardedStage(
      `match /a/{id} {
         allow create: if request.resource.data.at == request.time && request.resource.data.n == 0;
         allow update: if request.resource.data.n == resource.data.n + 1 && request.resource.data.at == resource.data.at;
       }`,
    );
    const { docs } = await person();
    await cloud.advance(1234);
    expect(await codeOf(docs.write(set('a/1', { at: serverTimestamp(), n: 0 })))).toBe('done');
    expect(await codeOf(docs.write(set('a/2', { at: serverTimestamp(), n: 1 })))).toBe('permission-denied');
    expect(await codeOf(docs.write(update('a/1', { n: increment(1) })))).toBe('done');
    expect(await codeOf(docs.write(update('a/1', { n: increment(2) })))).toBe('permission-denied');
    expect(await codeOf(docs.write(update('a/1', { n: increment(1), at: serverTimestamp() })))).toBe(
      'permission-denied',
    );
    expect((await server.docs.get('a/1')).data).toMatchObject({ n: 1 });
  });
});

describe('a batch', () => {
  it('is applied as a whole or not at all', async () => {
    const { person, server } = await guardedStage('match /a/{id} { allow create: if id != "no"; }');
    const { docs } = await person();
    expect(await codeOf(docs.batch([set('a/1', {}), set('a/no', {}), set('a/2', {})]))).toBe(
      'permission-denied',
    );
    expect(await server.docs.find(query('a'))).toEqual([]);
    expect(await codeOf(docs.batch([set('a/1', {}), set('a/2', {})]))).toBe('done');
  });

  it('shows its rules the state before and after it', async () => {
    const { person } = await guardedStage(
      `match /posts/{id} { allow create: if getAfter(/databases/$(database)/documents/counts/posts).data.n
           == get(/databases/$(database)/documents/counts/posts).data.n + 1
           && existsAfter(/databases/$(database)/documents/posts/$(id)); }
       match /counts/{id} { allow update: if true; }`,
      { 'counts/posts': { n: 4 } },
    );
    const { docs } = await person();
    expect(await codeOf(docs.write(set('posts/1', {})))).toBe('permission-denied');
    expect(await codeOf(docs.batch([set('posts/1', {}), update('counts/posts', { n: 5 })]))).toBe('done');
    expect(await codeOf(docs.batch([update('counts/posts', { n: 7 }), set('posts/2', {})]))).toBe(
      'permission-denied',
    );
  });

  it('may look up 20 documents, and 10 per write', async () => {
    const lookUp = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `exists(/databases/$(database)/documents/roles/$(id + '${at}')) == false`,
      ).join(' && ');
    const { person } = await guardedStage(
      `match /ten/{id} { allow create: if ${lookUp(10)}; }
       match /eleven/{id} { allow create: if ${lookUp(11)}; }`,
    );
    const { docs } = await person();
    expect(await codeOf(docs.write(set('ten/a', {})))).toBe('done');
    expect(await codeOf(docs.write(set('eleven/a', {})))).toBe('permission-denied');
    expect(await codeOf(docs.batch([set('ten/b', {}), set('ten/c', {})]))).toBe('done');
    expect(await codeOf(docs.batch([set('ten/d', {}), set('ten/e', {}), set('ten/f', {})]))).toBe(
      'permission-denied',
    );
  });

  it('of the backend is not checked', async () => {
    const { server } = await guardedStage('match /a/{id} { allow read: if false; }');
    await server.docs.batch([set('a/1', { x: 1 })]);
    expect((await server.docs.get('a/1')).data).toEqual({ x: 1 });
    await server.docs.transaction(async (transaction) => transaction.write(update('a/1', { x: 2 })));
    expect(await server.docs.find(query('a'))).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('reads allowed documents', async () => {
    const { person } = await guardedStage(
      'match /a/{id} { allow get: if id == "1"; allow write: if true; }',
      {
        'a/1': {},
        'a/2': {},
      },
    );
    const { docs } = await person();
    expect(await codeOf(docs.transactions.run((t) => t.get('a/1')))).toBe('done');
    expect(await codeOf(docs.transactions.run((t) => t.get('a/2')))).toBe('permission-denied');
  });

  // Reported from production: https://stackoverflow.com/questions/71187481
  it('that conflicts is denied and not repeated, where the rules compare with stored data', async () => {
    const { person, put } = await guardedStage(
      'match /a/{id} { allow get: if true; allow update: if request.resource.data.n == resource.data.n + 1; }',
      { 'a/1': { n: 1 } },
    );
    const { docs } = await person();
    let runs = 0;
    const counting = docs.transactions.run(async (transaction) => {
      const { data } = await transaction.get('a/1');
      if (++runs === 1) await put('a/1', { n: 7 });
      transaction.write(update('a/1', { n: Number(data?.['n']) + 1 }));
    });
    expect(await codeOf(counting)).toBe('permission-denied');
    expect(runs).toBe(1);
  });
});

describe('a query', () => {
  const text =
    'match /{path=**}/notes/{id} { allow list: if resource.data.owner == request.auth.uid || request.query.limit <= 1; }';

  it('is answered, counted and listened to when it can’t return forbidden documents', async () => {
    const { person, put } = await guardedStage(text);
    const { docs, uid, ...client } = await person();
    await put('notes/1', { owner: uid });
    await put('notes/2', { owner: 'bob' });
    const mine = query('notes', where('owner', '==', uid));
    expect((await docs.find(mine)).docs.map(({ id }) => id)).toEqual(['1']);
    expect((await docs.find(query('notes', limit(1)))).docs).toHaveLength(1);
    expect((await docs.find(docs.groups.query('notes', where('owner', '==', uid)))).docs).toHaveLength(1);
    expect(await docs.aggregates.compute(mine, { n: { count: true } })).toEqual({ n: 1 });
    const { told, stop } = guardedListener({ docs, ...client }, mine);
    await settle();
    expect(told).toEqual([['1']]);
    stop();
  });

  it('is denied when it can return forbidden documents, whether they exist or not', async () => {
    const { person, refusals } = await guardedStage(text);
    const { docs, uid, ...client } = await person();
    const all = query('notes');
    expect(await codeOf(docs.find(all))).toBe('permission-denied');
    expect(refusals[0]?.message).toContain(`add where('owner', '==', '${uid}')`);
    expect(await codeOf(docs.find(docs.groups.query('notes')))).toBe('permission-denied');
    expect(await codeOf(docs.aggregates.compute(all, { n: { count: true } }))).toBe('permission-denied');
    const { told } = guardedListener({ docs, ...client }, all);
    await settle();
    expect(told).toEqual(['permission-denied']);
    expect(client.openSubscriptions()).toBe(0);
  });
});
