/** Everything of an embedded cloud that moves, over its stored records. */
import { docOfRecord } from '#fakes/cloud/docs/doc-records.ts';
import { storedNode } from '#fakes/cloud/realtime/tree-records.ts';
import { type StoredObject, storedContent, storedObject } from '#fakes/cloud/storage/stored-objects.ts';
import type { KeptRecord } from '#fakes/cloud/journal.ts';
import { PortError } from '#ports/errors.ts';
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import { type MoveFits, fits, type MoveShelves, type OpenContent } from '#provider-kit/move/move-backend.ts';
import type { MovedFile } from '#provider-kit/move/moved-records.ts';
import { settingsOfMetadata } from '#provider-kit/storage/metadata-settings.ts';
import { md5Of } from '#fakes/cloud/storage/checksums.ts';
import { lastPart } from '#query/paths.ts';
import { embeddedAccount, fitEmbeddedAccount, movedAccount } from './account-forms.ts';
import { configShelves } from './config-shelves.ts';
import { orderedRecord, orderedValue, recordShelf } from './record-shelf.ts';
import type { RecordStore } from './record-store.ts';
import { recordTaskShelf } from './task-shelf.ts';

/** Longest content, in bytes: one is in memory as a whole. */
const largestContent = 512 * 1024 * 1024;

/** `at`: epoch milliseconds, the time of what is written. */
export function recordShelves(store: RecordStore, at: number): MoveShelves {
  const version = at * 1000;
  return {
    ...configShelves(store),
    accounts: recordShelf(store, {
      service: 'auth',
      part: 'account',
      read: (record) => movedAccount(orderedValue(record).value),
      write: (account) => [
        orderedRecord('auth', `account/${account.uid}`, account.createdAt, embeddedAccount(account)),
      ],
    }),
    documents: recordShelf(store, {
      service: 'docs',
      part: 'doc',
      read(value, path) {
        const doc = docOfRecord(path, value);
        return { path: doc.path, data: doc.data };
      },
      write: ({ path, data }) => [
        { service: 'docs', key: `doc/${path}`, value: { data, version, created: version } },
      ],
    }),
    files: recordShelf(store, {
      service: 'storage',
      part: 'object',
      read: (record) => movedFile(storedObject(orderedValue(record).value)),
      write: (file, contentOf) => fileRecords(file, contentOf, at),
    }),
    values: recordShelf(store, {
      service: 'realtime',
      part: 'node',
      read: (value, path) => ({ path, ...plainNode(value) }),
      write: ({ path, value, priority }) => [
        { service: 'realtime', key: `node/${path}`, value: { value, priority } },
      ],
    }),
    tasks: recordTaskShelf(store),
  };
}

function plainNode(value: unknown) {
  const { value: plain, priority } = storedNode(value);
  return { value: plain, priority };
}

function movedFile({ metadata, owner = null }: Omit<StoredObject, 'content'>): MovedFile {
  const { path, size, md5Hash, createdAt, updatedAt } = metadata;
  return { path, size, md5Hash, settings: settingsOfMetadata(metadata), owner, createdAt, updatedAt };
}

async function fileRecords(
  file: MovedFile,
  contentOf: OpenContent,
  at: number,
): Promise<readonly KeptRecord[]> {
  const { path, size, md5Hash, settings, owner, createdAt, updatedAt } = file;
  const content = await contentIn(contentOf(path), path);
  if (md5Of(content) !== md5Hash)
    throw new PortError(
      'storage/invalid-checksum',
      `What arrived of the file ${path} is not what is stored.`,
    );
  const metadata: ObjectMetadata = {
    ...settings,
    ...{ path, name: lastPart(path), size, md5Hash, createdAt, updatedAt },
    generation: String(at * 1000),
    metageneration: '1',
  };
  return [
    orderedRecord('storage', `object/${path}`, createdAt, { metadata, revoked: 0, owner }),
    { service: 'storage', key: `content/${path}`, value: content },
  ];
}

async function contentIn(pieces: AsyncIterable<Uint8Array>, path: string): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > largestContent)
      throw new PortError('out-of-range', `The file ${path} is larger than the desk can hold.`);
    all.push(piece);
  }
  const whole = new Uint8Array(size);
  let from = 0;
  for (const piece of all) {
    whole.set(piece, from);
    from += piece.length;
  }
  return whole;
}

/** @throws PortError data-loss for a file without its content */
export const contentOfRecords = (store: RecordStore): OpenContent =>
  async function* contentOf(path) {
    const [found] = store.get('storage', 'content', [path]);
    if (!found) throw new PortError('data-loss', `The content of the file ${path} is missing.`);
    yield storedContent(found[1]);
  };

/** `saved`: in a file, which people send to each other: without secrets of authenticator apps. Ids of tasks that were done are forgotten there. */
export const embeddedFits = ({ saved }: { readonly saved: boolean }): MoveFits => ({
  settings: fits,
  conditions: fits,
  accounts: (account) => fitEmbeddedAccount(account, !saved),
  documents: fits,
  files: fits,
  values: fits,
  tasks: (task) => (saved && task.waiting === null ? { record: null, losses: [] } : fits(task)),
});
