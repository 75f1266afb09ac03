/** A Firebase project as an end of a move, by the Admin SDK. */
import type { App } from 'firebase-admin/app';
import {
  emptyShelf,
  type MoveFits,
  fits,
  type MoveShelves,
  type MoveSource,
  type MoveTarget,
  sameForm,
} from '#provider-kit/move/move-backend.ts';
import { asPort } from '../errors.ts';
import { firebaseAccountShelf, fitFirebaseAccount, hiddenPassword } from './account-shelf.ts';
import { firebaseDocumentShelf } from './document-shelf.ts';
import { fitFirebaseDocument } from './fit-document.ts';
import { contentOfBucket, firebaseFileShelf } from './file-shelf.ts';
import { firebaseValueShelf } from './value-shelf.ts';

export interface FirebaseMoveOptions {
  readonly app: App;
  /** As messages name it. */
  readonly name: string;
  /** Last names of all collections. */
  readonly collections: readonly string[];
}

const markPath = 'moves/unfinished';

async function openShelves(options: FirebaseMoveOptions, isTarget: boolean): Promise<MoveShelves> {
  const { app, collections } = options;
  return {
    settings: emptyShelf('configuration values'),
    conditions: emptyShelf('conditions of the configuration'),
    accounts: await firebaseAccountShelf(app),
    documents: await firebaseDocumentShelf(app, collections),
    files: await firebaseFileShelf(app, isTarget),
    values: await firebaseValueShelf(app),
    tasks: emptyShelf('tasks'),
  };
}

export async function openFirebaseSource(options: FirebaseMoveOptions): Promise<MoveSource> {
  return {
    name: options.name,
    shelves: await openShelves(options, false),
    contentOf: contentOfBucket(options.app),
    unread: [
      'Tasks that wait can’t be read of Firebase: the sweep of the target finds what is due, up to a minute late.',
      'Passwords: Firebase gives hashes for a function of its own. Their people sign in by a link that is mailed to them.',
      'Configuration values: publish them at the target.',
      'A Firebase project does not stand still by itself: delete its functions and deploy rules that allow nothing before the move.',
    ],
    aheadMs: 0,
    checkAtRest: async () => {},
    close: async () => {},
  };
}

export async function openFirebaseTarget(options: FirebaseMoveOptions): Promise<MoveTarget> {
  const { app, name } = options;
  const [{ getFirestore }, { getAuth }] = await Promise.all([
    import('firebase-admin/firestore'),
    import('firebase-admin/auth'),
  ]);
  const database = getFirestore(app);
  const mark = database.doc(markPath);
  return {
    name,
    shelves: await openShelves(options, true),
    blind: new Set(['settings', 'conditions', 'tasks']),
    keepsParts: true,
    readBack: {
      ...{ settings: sameForm, conditions: sameForm, documents: sameForm, files: sameForm },
      ...{ values: sameForm, tasks: sameForm },
      accounts: hiddenPassword,
    },
    mark: () =>
      asPort(async () => {
        const id: unknown = (await mark.get()).get('id');
        return typeof id === 'string' ? id : null;
      }),
    setMark: (id) =>
      asPort(async () => {
        await (id === null ? mark.delete() : mark.set({ id }));
      }),
    isEmpty: () =>
      asPort(async () => {
        const found = await database.listCollections();
        const { users } = await getAuth(app).listUsers(1);
        return users.length === 0 && found.every(({ id }) => id === mark.parent.id);
      }),
    finish: async () => {},
    close: async () => {},
  };
}

export const firebaseFits: MoveFits = {
  settings: () => ({ record: null, losses: ['configuration values: publish them in Remote Config'] }),
  conditions: () => ({
    record: null,
    losses: ['conditions of the configuration: publish them in Remote Config'],
  }),
  accounts: fitFirebaseAccount,
  documents: fitFirebaseDocument,
  files: (file) => ({
    record: { ...file, owner: null, createdAt: 0, updatedAt: 0 },
    losses: ['files: their times are those of the move'],
  }),
  values: fits,
  tasks: ({ waiting }) => ({
    record: null,
    losses: waiting ? ['tasks that wait: the sweep finds what is due, up to a minute late'] : [],
  }),
};
