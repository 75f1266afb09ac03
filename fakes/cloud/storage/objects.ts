/** The objects of a cloud, by path and in order: writes, listings, and the bytes of each owner. */
import { PortError } from '#ports/errors.ts';
import type {
  ObjectChanges,
  ObjectMetadata,
  ObjectPage,
  ObjectSettings,
  UploadSettings,
} from '#ports/storage/storage.ts';
import type { ServerObjectPage } from '#ports/server/server.ts';
import { customSize, largestCustom } from '#provider-kit/storage/check.ts';
import { compareText } from '#query/order.ts';
import { type Note, type Part, RecordMap } from '../records.ts';
import { md5Of } from './checksums.ts';
import type { StoredObject, StoredObjectInfo } from './stored-objects.ts';

const defaultType = 'application/octet-stream';

/** Metadata that production sets where a writer gives none. */
const defaultsFor = (name: string): ObjectSettings => ({
  contentType: defaultType,
  contentEncoding: 'identity',
  contentDisposition: `inline; filename*=utf-8''${encodeURIComponent(name)}`,
});

export class ObjectStore {
  private readonly objects: RecordMap<StoredObject>;
  private readonly note: Note;
  /** Sorted by UTF-8 bytes. */
  private paths: string[] = [];
  /** Bytes of the contents of each owner. */
  private readonly bytes = new Map<string, number>();
  private lastGeneration = 0;
  private readonly now: () => number;

  /** `note` gets the keys of changed records: `object/…` and `content/…`. */
  constructor(now: () => number, note: Note = () => {}) {
    this.now = now;
    this.note = note;
    this.objects = new RecordMap((path) => note(`object/${path}`));
  }

  get(path: string): StoredObject | null {
    return this.objects.get(path) ?? null;
  }

  /** @throws storage/object-not-found */
  need(path: string): StoredObject {
    const found = this.get(path);
    if (!found) throw new PortError('storage/object-not-found', `There is no object at ${path}.`);
    return found;
  }

  /**
   * Stores `content`, which may not be changed from now on.
   * @throws storage/invalid-checksum, invalid-argument for too large a `custom`
   */
  put(
    path: string,
    content: Uint8Array,
    { md5Hash: announced, ...settings }: UploadSettings,
    owner: string | null = null,
  ): ObjectMetadata {
    checkCustom(settings.custom);
    const md5Hash = md5Of(content);
    if (announced !== undefined && announced !== md5Hash)
      throw new PortError('storage/invalid-checksum', `What arrived for ${path} is not what was sent.`);
    const now = this.now();
    this.lastGeneration = Math.max(this.lastGeneration + 1, now * 1000);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const metadata: ObjectMetadata = freeze({
      ...defaultsFor(name),
      ...settings,
      path,
      name,
      size: content.length,
      md5Hash,
      generation: String(this.lastGeneration),
      metageneration: '1',
      createdAt: now,
      updatedAt: now,
    });
    const before = this.objects.get(path);
    if (before) this.count(before, -1);
    else this.paths.splice(this.firstFrom(path), 0, path);
    const object: StoredObject = { metadata, content, revoked: 0, owner };
    this.count(object, 1);
    this.objects.set(path, object);
    this.note(`content/${path}`);
    return metadata;
  }

  /** Metadata after an update, unchecked and without applying it. @throws storage/object-not-found */
  preview(path: string, changes: ObjectChanges): ObjectMetadata {
    const { metadata } = this.need(path);
    const next: Record<string, unknown> = { ...metadata };
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) delete next[name];
      else next[name] = name === 'custom' ? merged(metadata.custom, changes.custom) : value;
    }
    return freeze({
      contentType: defaultType,
      ...next,
      metageneration: String(Number(metadata.metageneration) + 1),
      updatedAt: this.now(),
    } as ObjectMetadata);
  }

  /** @throws storage/object-not-found, invalid-argument for too large a `custom` */
  update(path: string, changes: ObjectChanges): ObjectMetadata {
    const found = this.need(path);
    const updated = this.preview(path, changes);
    checkCustom(updated.custom);
    this.objects.set(path, { ...found, metadata: updated });
    return updated;
  }

  /** Addresses handed out so far are no longer good. */
  revoke(path: string): void {
    const found = this.need(path);
    this.objects.set(path, { ...found, revoked: found.revoked + 1 });
  }

  /** Bytes of an owner's contents. */
  bytesOf(owner: string): number {
    return this.bytes.get(owner) ?? 0;
  }

  /** False when there was none. */
  remove(path: string): boolean {
    const found = this.objects.get(path);
    if (!found) return false;
    this.count(found, -1);
    this.objects.delete(path);
    this.paths.splice(this.firstFrom(path), 1);
    this.note(`content/${path}`);
    return true;
  }

  /** A page of a folder. Cost: proportional to the result; the content of subfolders is skipped. */
  list(path: string, max: number, pageToken: string | null): ObjectPage {
    const prefix = path === '' ? '' : `${path}/`;
    const objects: string[] = [];
    const folders: string[] = [];
    let at = this.firstFrom(pageToken === null ? prefix : afterToken(prefix, pageToken));
    let last = '';
    for (let count = 0; ; count++) {
      const found = this.paths[at];
      if (found === undefined || !found.startsWith(prefix)) return { objects, folders, nextPageToken: null };
      if (count === max) return { objects, folders, nextPageToken: last };
      const slash = found.indexOf('/', prefix.length);
      if (slash < 0) {
        objects.push(found);
        last = found;
        at++;
      } else {
        folders.push(found.slice(0, slash));
        last = found.slice(0, slash + 1);
        at = this.firstFrom(pastFolder(last));
      }
    }
  }

  /** Objects at any depth below the folder. */
  listAll(folder: string, max: number, pageToken: string | null): ServerObjectPage {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (pageToken !== null && !(pageToken.startsWith(prefix) && pageToken !== prefix))
      throw new PortError('invalid-argument', 'This page token is not of this listing.');
    const from = this.firstFrom(pageToken === null ? prefix : `${pageToken}\0`);
    const found = this.paths.slice(from, from + max + 1).filter((path) => path.startsWith(prefix));
    const listed = found.slice(0, max);
    return {
      objects: listed.map((path) => {
        const { size, createdAt } = this.need(path).metadata;
        return { path, size, createdAt };
      }),
      nextPageToken: found.length > max ? (listed.at(-1) ?? null) : null,
    };
  }

  snapshot(): readonly StoredObject[] {
    return this.paths.map((path) => this.need(path));
  }

  restore(stored: readonly StoredObject[]): void {
    this.objects.replaceAll(
      stored.map((object) => [object.metadata.path, { ...object, metadata: freeze(object.metadata) }]),
    );
    this.bytes.clear();
    for (const object of stored) this.count(object, 1);
    this.paths = [...this.objects.keys()].sort(compareText);
    for (const { metadata } of stored)
      this.lastGeneration = Math.max(this.lastGeneration, Number(metadata.generation));
  }

  /** Content is a record apart: a change of metadata does not write it again. */
  parts(): { readonly object: Part; readonly content: Part } {
    return {
      object: this.objects.part(({ metadata, revoked, owner = null }): StoredObjectInfo => ({
        metadata,
        revoked,
        owner,
      })),
      content: {
        get: (path) => this.objects.get(path)?.content,
        entries: () => [...this.objects].map(([path, { content }]) => [path, content]),
      },
    };
  }

  private count({ owner = null, content }: StoredObject, times: 1 | -1): void {
    if (owner === null) return;
    const bytes = this.bytesOf(owner) + times * content.length;
    if (bytes > 0) this.bytes.set(owner, bytes);
    else this.bytes.delete(owner);
  }

  /** Index of the first path that is not before `path`. */
  private firstFrom(path: string): number {
    let low = 0;
    let high = this.paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareText(this.paths[middle] ?? '', path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** `0` is the character after `/`, so this comes after everything in the folder and before all else. */
const pastFolder = (folder: string) => `${folder.slice(0, -1)}0`;

/** A token is the last entry that was listed; a folder's ends in `/`. */
function afterToken(prefix: string, token: string): string {
  if (!token.startsWith(prefix) || token === prefix)
    throw new PortError('invalid-argument', 'This page token is not of this listing.');
  return token.endsWith('/') ? pastFolder(token) : `${token}\0`;
}

/** `null` removes a key. */
function merged(
  custom: ObjectSettings['custom'],
  changes: ObjectChanges['custom'],
): ObjectSettings['custom'] {
  const kept = Object.entries({ ...custom, ...changes }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return Object.fromEntries(kept);
}

/** @throws PortError invalid-argument */
export function checkCustom(custom: ObjectSettings['custom'] = {}): void {
  if (customSize(custom) > largestCustom)
    throw new PortError('invalid-argument', `Custom metadata may be at most ${largestCustom} bytes.`);
}

function freeze(metadata: ObjectMetadata): ObjectMetadata {
  const copy = metadata.custom ? { ...metadata, custom: Object.freeze({ ...metadata.custom }) } : metadata;
  return Object.freeze({ ...copy });
}
