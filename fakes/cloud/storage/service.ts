/** Files by path, behind the security rules. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import { checkList, checkPath, copySettings } from '#provider-kit/storage/check.ts';
import type { UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import type { ObjectMetadata, ObjectPage } from '#ports/storage/storage.ts';
import type { ObjectRules } from '#firebase-rules/rules/decisions.ts';
import { serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import type { Session } from '../session.ts';
import { Downloads } from './downloads.ts';
import { Incoming, ObjectsGuard } from './guard.ts';
import { checkCustom, ObjectStore } from './objects.ts';
import { type StoredObject, storedObjects } from './stored-objects.ts';
import { storagePayloads } from './payloads.ts';
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
} from './protocol.ts';
import { Uploads, type UploadsData, uploadsData } from './uploads.ts';

interface StorageData {
  readonly objects: readonly StoredObject[];
  /** Uploads under way, and those just completed whose answer may have been lost. */
  readonly uploads: UploadsData;
}

export interface StorageService extends CloudService {
  readonly server: ServerStorage;
  /** Replaces the rules. */
  publishRules(rules: ObjectRules): void;
}

export function createStorageService(platform: Platform): StorageService {
  const now = () => platform.clock.now();
  const note = (key: string) => platform.changed('storage', () => [key]);
  const store = new ObjectStore(now, note);
  const downloads = new Downloads(store, platform.random.fork('storage'));
  const put: ObjectStore['put'] = (path, content, settings, owner) =>
    downloads.ending(path, () => store.put(path, content, settings, owner));
  const remove = (path: string): boolean => downloads.ending(path, () => store.remove(path));
  const guard = new ObjectsGuard(platform);
  const uploads = new Uploads(now, note, platform.options.quotas ?? null);
  /** Authorizes before it looks, so that a missing object is no secret to those only who may read it. */
  const reading = (session: Session, path: string): StoredObject => {
    guard.authorize({ method: 'get', path, resource: store.get(path) }, callerOf(session));
    return store.need(path);
  };
  const creating = (session: Session, path: string, after: Incoming) =>
    guard.authorize({ method: 'create', path, resource: store.get(path), after }, callerOf(session));

  const restore = ({ objects, uploads: underWay }: StorageData) => {
    uploads.restore(underWay);
    store.restore(objects);
  };

  return {
    name: 'storage',
    payloads: storagePayloads,
    requests: {
      open(payload: OpenUpload, session): UploadStanding {
        const owner = ownerOf(session);
        const { path, size, settings } = payload;
        // A file of their own is replaced.
        const replaced = store.get(path);
        const stored = store.bytesOf(owner) - (replaced?.owner === owner ? replaced.content.length : 0);
        return uploads.open(owner, payload, stored, () => {
          creating(session, path, new Incoming(path, size, settings, null));
          checkCustom(settings.custom);
        });
      },
      chunk(payload: UploadChunk, session): UploadStanding {
        const owner = ownerOf(session);
        return uploads.chunk(owner, payload, (path, content, settings) => {
          creating(session, path, new Incoming(path, content.length, settings, content));
          return put(path, content, settings, owner);
        });
      },
      abandon: ({ uploadId }: AbandonUpload, session) => uploads.abandon(ownerOf(session), uploadId),
      metadata: ({ path }: ObjectPayload, session): ObjectMetadata => reading(session, path).metadata,
      update({ path, changes }: UpdatePayload, session): ObjectMetadata {
        const resource = store.get(path);
        const after = new Incoming(
          path,
          resource?.content.length ?? 0,
          resource ? store.preview(path, changes) : {},
          resource?.content ?? null,
        );
        guard.authorize({ method: 'update', path, resource, after }, callerOf(session));
        return store.update(path, changes);
      },
      read: (payload: ReadPayload, session): Uint8Array => part(reading(session, payload.path), payload),
      download({ path }: ObjectPayload, session): Download {
        const object = reading(session, path);
        const { metadata, content } = object;
        return { metadata, content: content.slice(), token: downloads.tokenOf(object) };
      },
      list({ path, max, pageToken }: ListPayload, session): ObjectPage {
        guard.authorize({ method: 'list', path }, callerOf(session));
        return store.list(path, max, pageToken);
      },
      remove({ path }: ObjectPayload, session): void {
        guard.authorize({ method: 'delete', path, resource: store.get(path) }, callerOf(session));
        store.need(path);
        remove(path);
      },
    },
    topics: { tokens: (payload: TokensPayload, _, sink) => downloads.watch(payload, sink) },
    snapshot: (): StorageData => ({ objects: store.snapshot(), uploads: uploads.snapshot() }),
    restore: (data) => restore(data as StorageData),
    records: serviceRecords(
      { ...store.parts(), ...uploads.parts() },
      ({ object, content, upload, part: piece }, aside) =>
        restore({
          objects: storedObjects(object, content, aside),
          uploads: uploadsData(upload, piece, aside),
        }),
    ),
    publishRules: (rules) => guard.publish(rules),
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
        if (store.get(path)) downloads.ending(path, () => store.revoke(path));
      },
      async list(folder, options) {
        const { max, pageToken } = checkList(folder, options);
        return store.listAll(folder, max, pageToken);
      },
    },
  };
}

/** @throws storage/unauthenticated: an invalid token identifies neither a person nor nobody */
function callerOf(session: Session): Caller | null {
  const caller = session.caller();
  if (!caller && session.hasToken())
    throw new PortError('storage/unauthenticated', 'The session has ended, or its token is too old.');
  return caller;
}

/** Owner of an upload: the person, or this browser when nobody is signed in. */
function ownerOf(session: Session): string {
  const caller = callerOf(session);
  return caller ? `user/${caller.uid}` : `client/${session.clientId}`;
}

/** Copy of the requested bytes. */
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
