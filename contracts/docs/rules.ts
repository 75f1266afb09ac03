/** Security rules, as the contract's own (tests/contracts/rules/firestore.rules) has them. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Write } from '#ports/docs/docs.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { needing, recorder, rejection, type Scenario, type Scene } from '../harness.ts';
import { followQuery, ids, remove, setWrite, story, update } from './help.ts';

const minute = 60_000;
const refused = { code: 'permission-denied' } as const;
const uidOf = ({ auth }: CompleteBackend): string => auth.currentUser()?.uid ?? '';
const note = (path: string, owner: string): Write =>
  setWrite(path, { owner, at: serverTimestamp(), text: 'hello' });

async function pair(scene: Scene) {
  const [ann, bob] = [await scene.member('ann'), await scene.member('bob')];
  return { ann, bob, annId: uidOf(ann), bobId: uidOf(bob) };
}

export function ruleScenarios(scenario: Scenario): void {
  const guarded = needing(scenario, ['docs.rules']);
  const refusedLists = ['docs.refused-lists'] as const;

  guarded(
    'reading a forbidden document rejects with permission-denied, whether it exists or not',
    { needs: ['storage.metadata', 'storage.content', 'storage.listing'] },
    async (scene) => {
      const { ann, bob, annId } = await pair(scene);
      await ann.docs.write(note('guarded-notes/a', annId));
      expect((await ann.docs.get('guarded-notes/a')).data).toMatchObject({ text: 'hello' });
      expect(await rejection(bob.docs.get('guarded-notes/a'))).toMatchObject(refused);
      expect(await rejection(bob.docs.get('guarded-notes/none'))).toMatchObject(refused);
      const nobody = await scene.connect();
      expect(await rejection(nobody.docs.get('guarded-notes/a'))).toMatchObject(refused);
      expect(await rejection(nobody.docs.get('guarded-unnamed/a'))).toMatchObject(refused);
    },
  );

  guarded('a denied write is rolled back in its client and never shown to others', async (scene) => {
    const { ann, bob, annId, bobId } = await pair(scene);
    await ann.docs.write(note('guarded-notes/a', annId));
    const seen = recorder<unknown>();
    scene.closing(
      ann.docs.watch('guarded-notes/a', {
        next: ({ data }) => seen.next(data?.['owner']),
        error: seen.error,
      }),
    );
    await scene.settle();
    const stealing = rejection(ann.docs.write(update('guarded-notes/a', { owner: bobId })));
    await scene.settle();
    expect(await stealing).toMatchObject(refused);
    await scene.settle();
    expect(seen.values).toEqual([annId, bobId, annId]);
    for (const write of [
      note('guarded-notes/b', annId),
      update('guarded-notes/a', { text: 'x' }),
      remove('guarded-notes/a'),
    ])
      expect(await rejection(bob.docs.write(write))).toMatchObject(refused);
    expect((await scene.server.docs.get('guarded-notes/a')).data).toMatchObject({
      owner: annId,
      text: 'hello',
    });
  });

  guarded('rules distinguish create, update and delete by whether the document exists', async (scene) => {
    const { ann, annId } = await pair(scene);
    const { docs } = ann;
    await docs.write(note('guarded-notes/a', annId));
    await docs.write(update('guarded-notes/a', { text: 'changed' }));
    // A replacement is an update too, and changes more than the text.
    expect(await rejection(docs.write(note('guarded-notes/a', annId)))).toMatchObject(refused);
    // Without permission to update, the answer is the same for a missing document.
    expect(await rejection(docs.write(update('guarded-notes/none', { text: 'x' })))).toMatchObject(refused);
    await docs.write(remove('guarded-notes/a'));
    expect(await rejection(docs.write(remove('guarded-notes/a')))).toMatchObject(refused);
  });

  guarded('a server timestamp equals request.time in rules', async (scene) => {
    const { ann, annId } = await pair(scene);
    await scene.advance(1500);
    await ann.docs.write(note('guarded-notes/a', annId));
    const { data } = await ann.docs.get('guarded-notes/a');
    const at = data?.['at'] ?? null;
    expect(await rejection(ann.docs.write(setWrite('guarded-notes/b', { owner: annId, at })))).toMatchObject(
      refused,
    );
  });

  guarded('rules see the state after the whole batch, and one denial rejects the batch', async (scene) => {
    const { ann } = await pair(scene);
    const entry = setWrite('guarded-entries/e1', {});
    expect(await rejection(ann.docs.write(entry))).toMatchObject(refused);
    await ann.docs.batch([entry, setWrite('guarded-counts/entries', { last: 'e1' })]);
    const wrong = [setWrite('guarded-counts/entries', { last: 'e2' }), setWrite('guarded-entries/e3', {})];
    expect(await rejection(ann.docs.batch(wrong))).toMatchObject(refused);
    expect((await scene.server.docs.get('guarded-counts/entries')).data).toEqual({ last: 'e1' });
  });

  guarded('rules can read other documents', { needs: ['docs.transactions'] }, async (scene) => {
    const { ann, bob, annId } = await pair(scene);
    await scene.server.docs.batch([
      setWrite('guarded-rooms/r', { name: 'room' }),
      setWrite(`guarded-rooms/r/members/${annId}`, {}),
    ]);
    expect((await ann.docs.get('guarded-rooms/r')).data).toEqual({ name: 'room' });
    expect(await rejection(bob.docs.get('guarded-rooms/r'))).toMatchObject(refused);
    expect(
      await rejection(ann.docs.transactions.run((transaction) => transaction.get('guarded-rooms/other'))),
    ).toMatchObject(refused);
  });

  guarded('rules can read the claims of the token', async (scene) => {
    const { ann, annId } = await pair(scene);
    await scene.server.docs.batch([setWrite('guarded-staff/s', { x: 1 })]);
    expect(await rejection(ann.docs.get('guarded-staff/s'))).toMatchObject(refused);
    await scene.server.users.setClaims(annId, { role: 'staff' });
    await ann.auth.idToken({ forceRefresh: true });
    expect((await ann.docs.get('guarded-staff/s')).data).toEqual({ x: 1 });
  });

  guarded(
    'a query is answered when its filters exclude every forbidden document',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { ann, bob, annId, bobId } = await pair(scene);
      await ann.docs.write(note('guarded-notes/a', annId));
      await bob.docs.write(note('guarded-notes/b', bobId));
      const mine = query('guarded-notes', where('owner', '==', annId));
      expect(ids(await ann.docs.find(mine))).toEqual(['a']);
      expect((await ann.docs.find(query('guarded-notes', limit(1)))).docs).toHaveLength(1);
      expect(await ann.docs.aggregates.compute(mine, { n: { count: true } })).toEqual({ n: 1 });
      const seen = followQuery(scene, ann, mine);
      await scene.settle();
      expect(ids(seen.last())).toEqual(['a']);
    },
  );

  guarded(
    'a query is denied when its filters allow a forbidden document, whether one exists or not',
    { needs: [...refusedLists, 'docs.aggregates'] },
    async (scene) => {
      const { ann, annId, bobId } = await pair(scene);
      const every = query('guarded-notes');
      expect(await rejection(ann.docs.find(every))).toMatchObject(refused);
      expect(await rejection(ann.docs.find(query('guarded-notes', limit(2))))).toMatchObject(refused);
      expect(
        await rejection(ann.docs.find(query('guarded-notes', where('owner', 'in', [annId, bobId])))),
      ).toMatchObject(refused);
      expect(await rejection(ann.docs.aggregates.compute(every, { n: { count: true } }))).toMatchObject(
        refused,
      );
      const seen = followQuery(scene, ann, every);
      await scene.settle();
      expect([seen.values, seen.errors]).toMatchObject([[], [refused]]);
    },
  );

  guarded(
    'a collection-group query requires a rule for the collection group',
    { needs: [...refusedLists, 'docs.groups'] },
    async (scene) => {
      const { ann, annId } = await pair(scene);
      await scene.server.docs.batch([
        setWrite('boxes/one/guarded-letters/l', { to: [annId] }),
        setWrite('boxes/two/guarded-letters/m', { to: ['somebody'] }),
      ]);
      const mine = ann.docs.groups.query('guarded-letters', where('to', 'array-contains', annId));
      expect(ids(await ann.docs.find(mine))).toEqual(['l']);
      expect(await rejection(ann.docs.find(ann.docs.groups.query('guarded-letters')))).toMatchObject(refused);
      expect(await rejection(ann.docs.find(ann.docs.groups.query('guarded-notes')))).toMatchObject(refused);
    },
  );

  guarded('a query never returns a forbidden document', async (scene) => {
    const { ann, bob, annId, bobId } = await pair(scene);
    await ann.docs.write(note('guarded-notes/a', annId));
    await bob.docs.write(note('guarded-notes/b', bobId));
    const every = query('guarded-notes');
    const seen = followQuery(scene, ann, every);
    await scene.settle();
    const shown = await ann.docs.find(every).then(ids, (error: unknown) => error);
    // Filtered, or refused.
    if (Array.isArray(shown)) expect(shown).toEqual(['a']);
    else expect(shown).toMatchObject(refused);
    if (seen.errors.length === 0) expect(ids(seen.last())).toEqual(['a']);
    else expect(seen.errors).toMatchObject([refused]);
  });

  guarded('a denied subscription reports one error and ends', async (scene) => {
    const { bob, annId } = await pair(scene);
    await scene.server.docs.batch([setWrite('guarded-notes/a', { owner: annId })]);
    const seen = recorder<unknown>();
    const stop = bob.docs.watch('guarded-notes/a', seen);
    await scene.settle();
    await scene.server.docs.batch([setWrite('guarded-notes/a', { owner: annId, text: 'x' })]);
    await scene.settle();
    expect([seen.values, seen.errors]).toMatchObject([[], [refused]]);
    expect(scene.openSubscriptions(bob)).toBe(0);
    stop();
  });

  guarded('a denied subscription does not take its client offline', async (scene) => {
    const { bob, annId } = await pair(scene);
    await scene.server.docs.batch([
      setWrite('guarded-notes/a', { owner: annId }),
      setWrite('notes/a', { n: 1 }),
      setWrite('notes/b', { n: 2 }),
    ]);
    const refusals = recorder<unknown>();
    bob.docs.watch('guarded-notes/a', refusals);
    await scene.settle();
    expect(refusals.errors).toMatchObject([refused]);
    await scene.advance(minute);
    const found = await bob.docs.find(query('notes'));
    expect([ids(found), found.metadata.fromCache]).toEqual([['a', 'b'], false]);
    expect((await bob.docs.get('notes/a', { source: 'server' })).data).toEqual({ n: 1 });
    const seen = followQuery(scene, bob, query('notes'), { includeMetadataChanges: true });
    await scene.settle();
    expect(story(seen).at(-1)).toBe('a,b server');
  });

  guarded('a live query shows no private documents after its user signs out', async (scene) => {
    const { ann, annId } = await pair(scene);
    await ann.docs.write(note('guarded-notes/a', annId));
    const seen = followQuery(scene, ann, query('guarded-notes', where('owner', '==', annId)));
    await scene.settle();
    await ann.auth.signOut();
    await scene.settle();
    await scene.server.docs.batch([setWrite('guarded-notes/a', { owner: annId, text: 'later' })]);
    await scene.advance(10_000);
    // A query that is filtered goes on, and shows nothing.
    if (seen.errors.length > 0) expect(seen.errors).toMatchObject([refused]);
    else expect(ids(seen.last())).toEqual([]);
    expect(JSON.stringify(seen.values)).not.toContain('later');
  });
}
