/** Moves to Firebase and back: documents and realtime values on the project's emulator, accounts and files on the official parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminApp } from '#adapters/firebase-admin/app.ts';
import {
  firebaseFits,
  openFirebaseSource,
  openFirebaseTarget,
} from '#adapters/firebase-admin/move/firebase-move.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { keptInDesk, type MovableEnd, moveBetween, newDesk } from '#tests/app/move/ends.ts';
import { filledCloud, oddDocs } from '#tests/app/move/filled-cloud.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { type RunningStorage, startStorage } from './parts-storage.ts';
import { projectId } from './parts.ts';
import { storageBucket } from './stage.ts';

const cloud = new FakeCloud({ believe: believedCaller });
let emulator: Emulator;
let accounts: RunningAccounts;
let storage: RunningStorage;
let firebase: MovableEnd;

beforeAll(async () => {
  [emulator, accounts, storage] = await Promise.all([
    startEmulator({ cloud }),
    startAccounts(),
    startStorage(projectId),
  ]);
  await accounts.begin();
  await storage.begin(
    'service firebase.storage { match /b/{b}/o { match /{all=**} { allow read, write; } } }',
    new Map(),
  );
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = emulator.realtime;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${accounts.port}`;
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = `127.0.0.1:${storage.port}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const project = { projectId, storageBucket, databaseURL: `https://${projectId}.firebaseio.com` };
  const options = {
    app: adminApp({ project, name: 'move' }),
    name: `the Firebase project ${projectId}`,
    collections: ['rows', 'odd', 'below'],
  };
  firebase = {
    fits: firebaseFits,
    source: () => openFirebaseSource(options),
    target: () => openFirebaseTarget(options),
  };
});
afterAll(async () => {
  await emulator.close();
  await accounts.stop();
  await storage.stop();
});

test('a desk moves to Firebase, and from there to another desk', async () => {
  const desk = await keptInDesk(await filledCloud({ documents: 600 }));
  const there = await moveBetween(desk, firebase);
  expect(there?.differences).toEqual([]);
  expect(there?.uncompared).toEqual(['settings', 'conditions', 'tasks']);
  expect(Object.fromEntries(there?.groups ?? [])).toMatchObject({
    accounts: 3,
    files: 3,
    rows: 600,
    values: 4,
  });

  const back = await newDesk();
  const here = await moveBetween(firebase, back);
  expect(here?.differences).toEqual([]);
  const source = await back.source();
  const paths = Object.keys(oddDocs);
  const found = await source.shelves.documents.get(paths);
  const texts = oddDocs['odd/texts'];
  const asFirestoreHolds = {
    ...oddDocs,
    'odd/texts': { ...texts, text: String(texts?.['text']).toWellFormed() },
  };
  expect(new Map(found.map(({ path, data }) => [path, data]))).toEqual(
    new Map<string, unknown>(Object.entries(asFirestoreHolds)),
  );
  const [ada] = await source.shelves.accounts.get(['ada']);
  expect(ada).toMatchObject({
    email: 'ada@example.com',
    claims: { admin: true },
    password: null,
    emailLink: true,
  });
  await source.close();

  await expect(moveBetween(desk, firebase)).rejects.toThrow(/is not empty/u);
});
