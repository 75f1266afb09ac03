/** Listeners and tokens under the guard of documents. */
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { query } from '#ports/docs/query.ts';
import type { Write } from '#ports/docs/docs.ts';
import { type WriteData } from '#ports/docs/values.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import { guardedStage, guardedListener, guardedClients } from '#fakes/client/docs/guarded-clients.fixture.ts';

afterEach(async () => {
  for (const client of guardedClients.splice(0)) await client.dispose();
});

const set = (path: string, data: WriteData): Write => ({ type: 'set', path, data });

describe('a listener', () => {
  it('ends when its document may no longer be read, without a reason', async () => {
    const { person, put } = await guardedStage('match /a/{id} { allow get: if resource.data.open; }', {
      'a/1': { open: true },
    });
    const client = await person();
    const { told } = guardedListener(client, 'a/1');
    await settle();
    await put('a/1', { open: true, n: 2 });
    await settle();
    await put('a/1', { open: false, secret: 'x' });
    await settle();
    await put('a/1', { open: true, n: 3 });
    await settle();
    expect(told).toEqual([{ open: true }, { open: true, n: 2 }, 'permission-denied']);
    expect(client.openSubscriptions()).toBe(0);
  });

  it('ends when a document that its rule reads changes, before the change', async () => {
    const { person, put, server } = await guardedStage(
      'match /a/{id} { allow read: if request.auth.uid in named("readers").people; }',
    );
    const client = await person();
    await put('roles/readers', { people: [client.uid, 'bob'] });
    await put('a/1', { n: 1 });
    const [one, all] = [guardedListener(client, 'a/1'), guardedListener(client, query('a'))];
    await settle();
    await put('roles/readers', { people: [client.uid] });
    await settle();
    await server.docs.batch([
      set('a/1', { n: 2 }),
      set('a/2', {}),
      set('roles/readers', { people: ['bob'] }),
    ]);
    await settle();
    await put('a/1', { n: 3 });
    await settle();
    expect(one.told).toEqual([{ n: 1 }, 'permission-denied']);
    expect(all.told).toEqual([['1'], 'permission-denied']);
  });

  it('continues while others end', async () => {
    const { person, put } = await guardedStage(
      'match /a/{id} { allow get: if request.auth.uid in resource.data.people; }',
    );
    const [ann, bob] = [await person(), await person()];
    await put('a/1', { people: [ann.uid, bob.uid] });
    const [hers, his] = [guardedListener(ann, 'a/1'), guardedListener(bob, 'a/1')];
    await settle();
    await put('a/1', { people: [bob.uid] });
    await settle();
    await put('a/1', { people: [bob.uid], n: 1 });
    await settle();
    expect(hers.told.slice(1)).toEqual(['permission-denied']);
    expect(his.told).toHaveLength(3);
    his.stop();
  });

  it('is authorized again when the user’s claims change or another user signs in', async () => {
    const { person, server, cloud } = await guardedStage(
      'match /a/{id} { allow get: if request.auth.token.role == "reader"; }',
      {
        'a/1': { n: 1 },
      },
    );
    const client = await person();
    await server.users.setClaims(client.uid, { role: 'reader' });
    await client.auth.idToken({ forceRefresh: true });
    const first = guardedListener(client, 'a/1');
    await settle();
    await server.users.setClaims(client.uid, {});
    await client.auth.idToken({ forceRefresh: true });
    await settle();
    expect(first.told).toEqual([{ n: 1 }, 'permission-denied']);

    await server.users.setClaims(client.uid, { role: 'reader' });
    await client.auth.idToken({ forceRefresh: true });
    const second = guardedListener(client, 'a/1');
    await settle();
    await client.auth.signOut();
    await cloud.advance(5000);
    expect(second.told.at(-1)).toBe('permission-denied');
  });

  it('a denied answer leaves nothing in the cache', async () => {
    const { person, put } = await guardedStage('match /a/{id} { allow list: if named("list").open; }', {
      'roles/list': { open: true },
      'a/1': {},
    });
    const client = await person();
    const { told } = guardedListener(client, query('a'));
    await settle();
    await put('roles/list', { open: false });
    await settle();
    expect(told).toEqual([['1'], 'permission-denied']);
    const again = guardedListener(client, query('a'));
    await settle();
    // Cached documents show as from the cache; the answer is refused.
    expect(again.told.at(-1)).toBe('permission-denied');
  });
});

describe('a token', () => {
  it('contains everything that rules can read', async () => {
    const { cloud } = await guardedStage(
      `match /a/{id} { allow get: if request.auth.uid == request.auth.token.sub
        && request.auth.token.email == 'ann@example.com' && request.auth.token.email_verified == false
        && request.auth.token.firebase.sign_in_provider == 'password'
        && request.auth.token.firebase.identities.email[0] == 'ann@example.com'; }`,
    );
    const client = connect(cloud);
    guardedClients.push(client);
    await client.auth.createUser({ email: 'ann@example.com', password: 'correct horse' });
    expect((await client.docs.get('a/1')).data).toBeNull();
  });

  it('that has expired neither allows nor denies, and waiting requests are sent with the next one', async () => {
    const { person, cloud } = await guardedStage(
      'match /a/{id} { allow read, write: if request.auth != null; }',
    );
    const client = await person();
    client.control.setNetwork(false);
    const writing = client.docs.write(set('a/1', { n: 1 }));
    await cloud.advance(2 * 3_600_000);
    client.control.setNetwork(true);
    await cloud.advance(60_000);
    await writing;
    expect((await client.docs.get('a/1')).data).toEqual({ n: 1 });
  });
});

it('invalid rules make the constructor throw', () => {
  expect(() => new FakeCloud({ rules: { firestore: 'service cloud.firestore {' } })).toThrow(/1:/);
});
