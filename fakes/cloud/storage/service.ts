/** Files by path. Whoever is signed in may read and write them all. */
import { PortError } from '#ports/errors.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import { checkPath, copySettings } from '#ports/storage/check.ts';
import type { ObjectMetadata, ObjectPage } from '#ports/storage/storage.ts';
import type { CloudService, Platform, Session } from '../service.ts';
import { Downloads } from './downloads.ts';
import { checkCustom, ObjectStore, type StoredObject } from './objects.ts';
import type {
  AbandonUpload,
  Download,
  ListPayload,
  ObjectPayload,
  OpenUpload,
  ReadPayload,
  TokensPayload,
  UpdatePayload,
  UploadChunk,
  UploadStanding,
} from './protocol.ts';
import { Uploads, type UploadsData } from './uploads.ts';

interface StorageData {
  readonly objects: readonly StoredObject[];
  /** Those under way, and those just done whose answer may have been lost. */
  readonly uploads: UploadsData;
}

export interface StorageService extends CloudService {
  readonly server: ServerStorage;
}

export function createStorageService(platform: Platform): StorageService {
  const now = () => platform.clock.now();
  const store = new ObjectStore(now);
  const changed = <T>(value: T): T => {
    platform.changed('storage');
    return value;
  };
  const downloads = new Downloads(store, platform.random.fork('storage'));
  const put: ObjectStore['put'] = (path, content, settings) =>
    changed(downloads.ending(path, () => store.put(path, content, settings)));
  const remove = (path: string): boolean => changed(downloads.ending(path, () => store.remove(path)));
  const uploads = new Uploads(now, put);

  return {
    name: 'storage',
    requests: {
      open(payload: OpenUpload, session): UploadStanding {
        checkCustom(payload.settings.custom);
        return changed(uploads.open(caller(session), payload));
      },
      chunk: (payload: UploadChunk, session): UploadStanding =>
        changed(uploads.chunk(caller(session), payload)),
      abandon: ({ uploadId }: AbandonUpload, session) => changed(uploads.abandon(caller(session), uploadId)),
      metadata: ({ path }: ObjectPayload, session): ObjectMetadata => {
        caller(session);
        return store.need(path).metadata;
      },
      update: ({ path, changes }: UpdatePayload, session): ObjectMetadata => {
        caller(session);
        return changed(store.update(path, changes));
      },
      read: (payload: ReadPayload, session): Uint8Array => {
        caller(session);
        return part(store.need(payload.path), payload);
      },
      download: ({ path }: ObjectPayload, session): Download => {
        caller(session);
        const object = store.need(path);
        const { metadata, content } = object;
        return { metadata, content: content.slice(), token: downloads.tokenOf(object) };
      },
      list: ({ path, max, pageToken }: ListPayload, session): ObjectPage => {
        caller(session);
        return store.list(path, max, pageToken);
      },
      remove: ({ path }: ObjectPayload, session): void => {
        caller(session);
        store.need(path);
        remove(path);
      },
    },
    topics: { tokens: (payload: TokensPayload, _, sink) => downloads.watch(payload, sink) },
    snapshot: (): StorageData => ({ objects: store.snapshot(), uploads: uploads.snapshot() }),
    restore(data) {
      const { objects, uploads: underWay } = data as StorageData;
      uploads.restore(underWay);
      store.restore(objects);
    },
    server: {
      async write(path, content, settings) {
        checkPath(path);
        return put(path, content.slice(), copySettings(settings));
      },
      read: async (path) => store.get(path)?.content.slice() ?? null,
      async remove(path) {
        if (store.get(path)) remove(path);
      },
      async revokeDownloadUrls(path) {
        if (store.get(path)) changed(downloads.ending(path, () => store.revoke(path)));
      },
    },
  };
}

function caller(session: Session): string {
  const found = session.caller();
  if (!found) throw new PortError('storage/unauthenticated', 'Sign in to work with files.');
  return found.uid;
}

/** A copy of the bytes asked for. */
function part({ content, metadata }: StoredObject, { maxBytes, range }: ReadPayload): Uint8Array {
  const bytes = range ? content.subarray(range.first, range.last + 1) : content;
  if (range && range.first >= content.length)
    throw new PortError('out-of-range', `${metadata.path} has ${content.length} bytes.`);
  if (bytes.length > maxBytes)
    throw new PortError(
      'storage/download-size-exceeded',
      `${metadata.path} is ${bytes.length} bytes; ${maxBytes} were allowed.`,
    );
  return bytes.slice();
}
