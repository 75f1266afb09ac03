/**
 * Documents and realtime values of whole clients whose tokens are the official Auth part's. On the embedded cloud what depends on the
 * person is run again here; on the official emulators (`npm run test:firebase`), where nothing else is ours, all of it.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import type { DocSnapshot, QuerySnapshot } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import type { RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { setWrite } from '#contracts/docs/help.ts';
import { ruleScenarios } from '#contracts/docs/rules.ts';
import { contract, recorder, rejection } from '#contracts/harness.ts';
import { wholeStage } from '#contracts/scene.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { rulesScenarios } from '#contracts/realtime/rules.ts';
import { databaseRules as database } from '#contracts/realtime/database-rules.ts';
import { gapsOnEmulators } from './data-gaps.ts';
import { dataProvider } from './data-stage.ts';
import { joined } from './joined.ts';
import { needs, partsInstalled } from './parts.ts';

const { provider, stop } = dataProvider(joined() ? gapsOnEmulators : {});
const uidOf = ({ auth }: CompleteBackend): string => auth.currentUser()?.uid ?? '';
const denied = { code: 'permission-denied' };
const account = (name: string) => ({ email: `${name}@example.com`, password: 'correct horse' });

describe.skipIf(!partsInstalled())(`signed in at the official Auth part (${needs})`, () => {
  afterAll(stop);
  if (joined()) {
    docsContract(provider);
    realtimeContract(provider);
  } else {
    contract('docs', provider, ruleScenarios);
    contract('realtime under rules', provider, rulesScenarios, { callables: {} }, { rules: { database } });
  }

  test('documents and realtime values are authorized by user and end at sign-out', async () => {
    const stage = wholeStage(await provider.stage({ functions: { callables: {} }, rules: { database } }));
    const [ada, lin] = [await stage.connect(), await stage.connect()];
    await ada.auth.createUser(account('ada'));
    await lin.auth.createUser(account('lin'));
    const adas = uidOf(ada);
    const place = `mine/${adas}`;
    const own = (uid: string) => query('guarded-notes', where('owner', '==', uid));

    await stage.server.docs.batch([setWrite('guarded-notes/a', { owner: adas, text: 'for ada' })]);
    expect((await ada.docs.get('guarded-notes/a')).data).toMatchObject({ text: 'for ada' });
    expect(await rejection(lin.docs.get('guarded-notes/a'))).toMatchObject(denied);
    expect(await rejection(lin.docs.find(own(adas)))).toMatchObject(denied);
    await ada.realtime.set(place, 'at the desk');
    expect((await ada.realtime.get(place)).value).toBe('at the desk');
    expect(await rejection(lin.realtime.get(place))).toMatchObject(denied);
    expect(await rejection(lin.realtime.set(place, 'gone'))).toMatchObject(denied);

    const [notes, desk] = [recorder<QuerySnapshot>(), recorder<RealtimeSnapshot>()];
    ada.docs.watchQuery(own(adas), notes);
    ada.realtime.watch(place, desk);
    await stage.settle();
    expect([notes.last().docs.length, desk.last().value]).toEqual([1, 'at the desk']);
    await ada.auth.signOut();
    await stage.settle();
    expect([notes.errors, desk.errors]).toMatchObject([[denied], [denied]]);
    expect(await rejection(ada.docs.get('guarded-notes/a', { source: 'server' }))).toMatchObject(denied);
    expect(await rejection(ada.realtime.set(place, 'still here'))).toMatchObject(denied);

    // The same browser with another person; and back.
    await ada.auth.signIn({ kind: 'password', ...account('lin') });
    expect(uidOf(ada)).toBe(uidOf(lin));
    expect(await rejection(ada.docs.get('guarded-notes/a', { source: 'server' }))).toMatchObject(denied);
    await ada.realtime.set(`mine/${uidOf(lin)}`, 'both');
    expect((await lin.realtime.get(`mine/${uidOf(lin)}`)).value).toBe('both');
    await ada.auth.signOut();
    await ada.auth.signIn({ kind: 'password', ...account('ada') });
    const again = recorder<DocSnapshot>();
    ada.docs.watch('guarded-notes/a', again);
    await stage.settle();
    expect(again.last().data).toMatchObject({ text: 'for ada' });
    expect((await ada.realtime.get(place)).value).toBe('at the desk');
    await stage.dispose();
  });
});
