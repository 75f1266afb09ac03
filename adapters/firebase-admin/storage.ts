/** Files in the project's bucket. */
import { randomUUID } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import type { Storage } from 'firebase-admin/storage';
import { isPortError, PortError } from '#ports/errors.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import {
  checkList,
  checkPath,
  copySettings,
  customSize,
  largestCustom,
} from '#provider-kit/storage/check.ts';
import { lastPart } from '#query/paths.ts';
import type { ObjectMetadata, ObjectSettings } from '#ports/storage/storage.ts';
import { asPort } from './errors.ts';

type File = ReturnType<ReturnType<Storage['bucket']>['file']>;

/** Where the service keeps the tokens of the addresses that it has handed out. */
const tokensKey = 'firebaseStorageDownloadTokens';

export function createServerStorage(app: App): ServerStorage {
  const file = async (path: string): Promise<File> => {
    checkPath(path);
    const { getStorage } = await import('firebase-admin/storage');
    return getStorage(app).bucket().file(path);
  };
  /** `null` when there is no such object. */
  const present = async <T>(path: string, run: (file: File) => Promise<T>): Promise<T | null> => {
    try {
      return await asPort(async () => run(await file(path)));
    } catch (error) {
      if (isPortError(error, 'not-found')) return null;
      throw error;
    }
  };
  return {
    write: (path, content, settings) =>
      asPort(async () => {
        const target = await file(path);
        const { custom = {}, ...rest } = copySettings(settings) as ObjectSettings;
        if (customSize(custom) > largestCustom)
          throw new PortError('invalid-argument', `“custom” holds up to ${largestCustom} bytes.`);
        // A new content makes addresses handed out before void.
        const metadata = {
          ...rest,
          contentType: rest.contentType ?? 'application/octet-stream',
          metadata: { ...custom, [tokensKey]: randomUUID() },
        };
        await target.save(content.slice(), { resumable: false, metadata });
        const [saved] = await target.getMetadata();
        return metadataOf(path, saved);
      }),
    read: (path) =>
      present(path, async (found) => {
        const [content] = await found.download({ decompress: false });
        return new Uint8Array(content);
      }),
    async remove(path) {
      await present(path, (found) => found.delete());
    },
    async list(folder, options) {
      const { max, pageToken } = checkList(folder, options);
      return asPort(async () => {
        const { getStorage } = await import('firebase-admin/storage');
        const [files, next] = await getStorage(app)
          .bucket()
          .getFiles({
            autoPaginate: false,
            maxResults: max,
            ...(folder !== '' && { prefix: `${folder}/` }),
            ...(pageToken !== null && { pageToken }),
          });
        const objects = files.map(({ name: path, metadata }) => ({
          path,
          size: Number(metadata.size ?? 0),
          createdAt: Date.parse(metadata.timeCreated ?? ''),
        }));
        return { objects, nextPageToken: nextTokenOf(next) };
      });
    },
    async revokeDownloadUrls(path) {
      await present(path, (found) => found.setMetadata({ metadata: { [tokensKey]: randomUUID() } }));
    },
  };
}

/** The service answers with the next request as a whole; null on the last page. */
export function nextTokenOf(next: object | null | undefined): string | null {
  const token: unknown = next && 'pageToken' in next ? next.pageToken : null;
  return typeof token === 'string' && token !== '' ? token : null;
}

export type StoredMetadata = File['metadata'];

export function metadataOf(path: string, stored: StoredMetadata): ObjectMetadata {
  const text = (name: keyof ObjectSettings & keyof StoredMetadata) => {
    const value = stored[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const custom = Object.fromEntries(
    Object.entries(stored.metadata ?? {}).flatMap(([key, value]) =>
      key === tokensKey || value === null ? [] : [[key, String(value)]],
    ),
  );
  return {
    path,
    name: lastPart(path),
    size: Number(stored.size ?? 0),
    md5Hash: stored.md5Hash ?? '',
    generation: String(stored.generation ?? ''),
    metageneration: String(stored.metageneration ?? ''),
    createdAt: Date.parse(stored.timeCreated ?? ''),
    updatedAt: Date.parse(stored.updated ?? ''),
    ...text('contentType'),
    ...text('contentDisposition'),
    ...text('contentEncoding'),
    ...text('contentLanguage'),
    ...text('cacheControl'),
    ...(Object.keys(custom).length > 0 ? { custom } : {}),
  };
}
