/** Files of a move, in the project's bucket. */
import type { App } from 'firebase-admin/app';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PortError } from '#ports/errors.ts';
import type { MoveShelf, OpenContent } from '#provider-kit/move/move-backend.ts';
import type { MovedFile } from '#provider-kit/move/moved-records.ts';
import { settingsOfMetadata } from '#provider-kit/storage/metadata-settings.ts';
import { asPort } from '../errors.ts';
import { metadataOf, nextTokenOf, type StoredMetadata } from '../storage.ts';

const filesAtOnce = 250;

/** `isTarget`: times are left out, which are those of the move. */
export async function firebaseFileShelf(app: App, isTarget: boolean): Promise<MoveShelf<MovedFile>> {
  const { getStorage } = await import('firebase-admin/storage');
  const bucket = () => getStorage(app).bucket();
  const movedFileOf = (path: string, stored: StoredMetadata): MovedFile => {
    const metadata = metadataOf(path, stored);
    const { size, md5Hash, createdAt, updatedAt } = metadata;
    const times = isTarget ? { createdAt: 0, updatedAt: 0 } : { createdAt, updatedAt };
    return { path, size, md5Hash, settings: settingsOfMetadata(metadata), owner: null, ...times };
  };
  return {
    page: (after) =>
      asPort(async () => {
        const [files, next] = await bucket().getFiles({
          ...{ autoPaginate: false, maxResults: filesAtOnce },
          ...(after !== null && { pageToken: after }),
        });
        return {
          records: files.map(({ name, metadata }) => movedFileOf(name, metadata)),
          next: nextTokenOf(next),
        };
      }),
    get: (paths) =>
      asPort(async () => {
        const found: MovedFile[] = [];
        for (const path of paths) {
          const file = bucket().file(path);
          const [isThere] = await file.exists();
          if (!isThere) continue;
          const [metadata] = await file.getMetadata();
          found.push(movedFileOf(path, metadata));
        }
        return found;
      }),
    write: (records, contentOf) =>
      asPort(async () => {
        for (const { path, md5Hash, settings } of records) {
          const { custom, ...rest } = settings;
          const target = bucket().file(path);
          await pipeline(
            Readable.from(contentOf(path)),
            target.createWriteStream({
              ...{ resumable: false, validation: false },
              metadata: { ...rest, ...(custom && { metadata: { ...custom } }) },
            }),
          );
          const [stored] = await target.getMetadata();
          if (stored.md5Hash !== md5Hash)
            throw new PortError(
              'storage/invalid-checksum',
              `What arrived of the file ${path} is not what is stored.`,
            );
        }
      }),
  };
}

export const contentOfBucket = (app: App): OpenContent =>
  async function* contentOf(path) {
    const { getStorage } = await import('firebase-admin/storage');
    const content = getStorage(app).bucket().file(path).createReadStream({ decompress: false });
    for await (const piece of content) if (piece instanceof Uint8Array) yield piece;
  };
