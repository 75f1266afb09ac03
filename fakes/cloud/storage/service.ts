/** Files by path, behind the security rules. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import { checkPath, copySettings } from '#ports/storage/check.ts';
import type { ObjectMetadata, ObjectPage, ObjectSettings } from '#ports/storage/storage.ts';
import { compileStorageRules } from '../rules/rules.ts';
import type { Lookups } from '../rules/rules.ts';
import type { CloudService, Platform, Session } from '../service.ts';
import { announced, metaOf, ObjectsGuard } from './guard.ts';
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

/** `lookups` are the documents that the rules may ask for. */
export function createStorageService(platform: Platform, lookups: Pick<Lookups, 'get'>): StorageService {
  const now = () => platform.clock.now();
  const store = new ObjectStore(now);
  const changed = <T>(value: T): T => {
    platform.changed('storage');
    return value;
  };
  const source = platform.options.rules?.storage;
  const rules = source === undefined ? null : compileStorageRules(source);
  const guard = new ObjectsGuard(rules, platform, lookups);
  const uploads = new Uploads(now);
  /** Judges before it looks, so that a missing object is no secret to those only who may read it. */
  const reading = (session: Session, path: string): StoredObject => {
    guard.judge({ method: 'get', path, resource: store.get(path)?.metadata }, callerOf(session));
    return store.need(path);
  };
  const creating = (session: Session, path: string, size: number, settings: ObjectSettings) => {
    const resource = store.get(path)?.metadata;
    const after = announced(path, size, settings);
    guard.judge({ method: 'create', path, resource, after }, callerOf(session));
  };

  return {
    name: 'storage',
    requests: {
      open: (payload: OpenUpload, session): UploadStanding =>
        uploads.open(ownerOf(session), payload, () =>
          creating(session, payload.path, payload.size, payload.settings),
        ),
      chunk: (payload: UploadChunk, session): UploadStanding =>
        uploads.chunk(ownerOf(session), payload, (path, content, settings) => {
          creating(session, path, content.length, settings);
          return changed(store.put(path, content, settings));
        }),
      abandon: ({ uploadId }: AbandonUpload, session) => uploads.abandon(ownerOf(session), uploadId),
      metadata: ({ path }: ObjectPayload, session): ObjectMetadata => reading(session, path).metadata,
      update({ path, changes }: UpdatePayload, session): ObjectMetadata {
        const resource = store.get(path)?.metadata;
        const after = resource ? metaOf(store.preview(path, changes)) : announced(path, 0, {});
        guard.judge({ method: 'update', path, resource, after }, callerOf(session));
        return changed(store.update(path, changes));
      },
      read: (payload: ReadPayload, session): Uint8Array => part(reading(session, payload.path), payload),
      download({ path }: ObjectPayload, session): Download {
        const { metadata, content } = reading(session, path);
        return { metadata, content: content.slice() };
      },
      list({ path, max, pageToken }: ListPayload, session): ObjectPage {
        guard.judge({ method: 'list', path }, callerOf(session));
        return store.list(path, max, pageToken);
      },
      remove({ path }: ObjectPayload, session): void {
        guard.judge({ method: 'delete', path, resource: store.get(path)?.metadata }, callerOf(session));
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

/** @throws storage/unauthenticated: a token that is no longer good says neither who it is nor that it is nobody */
function callerOf(session: Session): Caller | null {
  const caller = session.caller();
  if (!caller && session.hasToken())
    throw new PortError('storage/unauthenticated', 'The session has ended, or its token is too old.');
  return caller;
}

/** Whose an upload is: the person's, or this browser's when nobody is signed in. */
function ownerOf(session: Session): string {
  const caller = callerOf(session);
  return caller ? `user/${caller.uid}` : `client/${session.clientId}`;
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
