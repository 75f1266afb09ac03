/** Files by path. Whoever is signed in may read and write them all. */
import { PortError } from '#ports/errors.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import { checkPath, copySettings } from '#ports/storage/check.ts';
import type { ObjectMetadata, ObjectPage } from '#ports/storage/storage.ts';
import type { CloudService, Platform, Session } from '../service.ts';
import { ObjectStore, type StoredObject } from './objects.ts';
import type {
  AbandonUpload,
  Download,
  ListPayload,
  ObjectPayload,
  OpenUpload,
  ReadPayload,
  UpdatePayload,
  UploadChunk,
  UploadStanding,
} from './protocol.ts';
import { Uploads } from './uploads.ts';

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
  const uploads = new Uploads(now, (path, content, settings) => changed(store.put(path, content, settings)));

  return {
    name: 'storage',
    requests: {
      open: (payload: OpenUpload, session): UploadStanding => uploads.open(caller(session), payload),
      chunk: (payload: UploadChunk, session): UploadStanding => uploads.chunk(caller(session), payload),
      abandon: ({ uploadId }: AbandonUpload, session) => uploads.abandon(caller(session), uploadId),
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
        const { metadata, content } = store.need(path);
        return { metadata, content: content.slice() };
      },
      list: ({ path, max, pageToken }: ListPayload, session): ObjectPage => {
        caller(session);
        return store.list(path, max, pageToken);
      },
      remove: ({ path }: ObjectPayload, session): void => {
        caller(session);
        store.need(path);
        changed(store.remove(path));
      },
    },
    snapshot: () => store.snapshot(),
    restore(data) {
      uploads.clear();
      store.restore((data ?? []) as readonly StoredObject[]);
    },
    server: {
      async write(path, content, settings) {
        checkPath(path);
        return changed(store.put(path, content.slice(), copySettings(settings)));
      },
      read: async (path) => store.get(path)?.content.slice() ?? null,
      async remove(path) {
        if (store.remove(path)) changed(null);
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
