/** The part that needs the SDK; loaded on first use. */
import {
  connectStorageEmulator,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  ref,
  updateMetadata,
  uploadBytesResumable,
  type UploadTask,
} from 'firebase/storage';
import { PortError } from '#ports/errors.ts';
import type { ObjectChanges, ObjectPage, UploadSettings } from '#ports/storage/storage.ts';
import type { Source } from '#provider-kit/storage/source.ts';
import type { UploadShell } from '#provider-kit/storage/upload.ts';
import type { FirebaseContext } from '../context.ts';
import { metadataFrom, settableMetadata, uploadMetadata } from './metadata.ts';
import { readable } from './readable.ts';
import { followTask } from './task.ts';

export type FirebaseStorageDriver = ReturnType<typeof openStorageDriver>;

export function openStorageDriver({ app, options, settings }: FirebaseContext) {
  const storage = getStorage(app);
  storage.maxUploadRetryTime = settings.uploadRetryMs;
  storage.maxOperationRetryTime = settings.operationRetryMs;
  const local = options.local?.storage;
  if (local !== undefined) {
    const { hostname, port } = new URL(`http://${local}`);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return {
    /** Gives the beginning of the upload. @throws PortError invalid-argument, storage/cannot-slice-blob */
    async upload(path: string, source: Source, given: UploadSettings) {
      const content = await readable(source);
      const metadata = uploadMetadata(given);
      return (upload: UploadShell): UploadTask =>
        followTask(uploadBytesResumable(ref(storage, path), content, metadata), upload, given.md5Hash);
    },
    metadata: async (path: string) => metadataFrom(await getMetadata(ref(storage, path))),
    updateMetadata: async (path: string, changes: ObjectChanges) =>
      metadataFrom(await updateMetadata(ref(storage, path), settableMetadata(changes))),
    downloadUrl: (path: string) => getDownloadURL(ref(storage, path)),
    async list(path: string, maxResults: number, given: string | undefined): Promise<ObjectPage> {
      const pageToken = given === undefined ? undefined : serverToken(path, given);
      const at = path === '' ? ref(storage) : ref(storage, path);
      const page = await list(at, { maxResults, ...(pageToken === undefined ? {} : { pageToken }) });
      const next = page.nextPageToken;
      return {
        objects: page.items.map(({ fullPath }) => fullPath),
        folders: page.prefixes.map(({ fullPath }) => fullPath),
        nextPageToken: next === undefined || next === null || next === '' ? null : ownToken(path, next),
      };
    },
  };
}

/** The server takes any text for a token of any listing; ours says which listing it is of. */
const ownToken = (path: string, token: string): string => `${encodeURIComponent(path)}:${token}`;

function serverToken(path: string, given: string): string {
  const prefix = ownToken(path, '');
  if (!given.startsWith(prefix) || given === prefix)
    throw new PortError('invalid-argument', 'This page token is of another listing.');
  return given.slice(prefix.length);
}
