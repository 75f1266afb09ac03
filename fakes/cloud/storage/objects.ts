/** The objects, by path and in order. */
import { PortError } from '#ports/errors.ts';
import type { ObjectMetadata, ObjectPage, ObjectSettings } from '#ports/storage/storage.ts';
import { md5 } from './md5.ts';
import type { UpdatePayload } from './protocol.ts';

export interface StoredObject {
  readonly metadata: ObjectMetadata;
  /** Never changed: a new content is a new array. */
  readonly content: Uint8Array;
}

const defaultType = 'application/octet-stream';

export class ObjectStore {
  private objects = new Map<string, StoredObject>();
  /** Sorted by code unit. */
  private paths: string[] = [];
  private lastGeneration = 0;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
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

  /** Takes over `content`, which nobody may change from now on. */
  put(path: string, content: Uint8Array, settings: ObjectSettings): ObjectMetadata {
    const now = this.now();
    this.lastGeneration = Math.max(this.lastGeneration + 1, now * 1000);
    const metadata: ObjectMetadata = freeze({
      contentType: defaultType,
      ...settings,
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      size: content.length,
      md5Hash: md5(content),
      generation: String(this.lastGeneration),
      metageneration: '1',
      createdAt: now,
      updatedAt: now,
    });
    if (!this.objects.has(path)) this.paths.splice(this.firstFrom(path), 0, path);
    this.objects.set(path, { metadata, content });
    return metadata;
  }

  /** What an update would make of an object's metadata. */
  preview(path: string, changes: UpdatePayload['changes']): ObjectMetadata {
    const { metadata } = this.need(path);
    const next: Record<string, unknown> = { ...metadata };
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) delete next[name];
      else next[name] = name === 'custom' ? { ...metadata.custom, ...changes.custom } : value;
    }
    return freeze({
      contentType: defaultType,
      ...next,
      metageneration: String(Number(metadata.metageneration) + 1),
      updatedAt: this.now(),
    } as ObjectMetadata);
  }

  update(path: string, changes: UpdatePayload['changes']): ObjectMetadata {
    const { content } = this.need(path);
    const updated = this.preview(path, changes);
    this.objects.set(path, { metadata: updated, content });
    return updated;
  }

  /** False when there was none. */
  remove(path: string): boolean {
    if (!this.objects.delete(path)) return false;
    this.paths.splice(this.firstFrom(path), 1);
    return true;
  }

  /** Looks at what it returns and no more: what lies in a folder is stepped over. */
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

  snapshot(): readonly StoredObject[] {
    return this.paths.map((path) => this.need(path));
  }

  restore(stored: readonly StoredObject[]): void {
    this.objects = new Map(
      stored.map(({ metadata, content }) => [metadata.path, { metadata: freeze(metadata), content }]),
    );
    this.paths = [...this.objects.keys()].sort();
    for (const { metadata } of stored)
      this.lastGeneration = Math.max(this.lastGeneration, Number(metadata.generation));
  }

  /** Where the first path that is not before `path` stands. */
  private firstFrom(path: string): number {
    let low = 0;
    let high = this.paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.paths[middle] ?? '') < path) low = middle + 1;
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

function freeze(metadata: ObjectMetadata): ObjectMetadata {
  const copy = metadata.custom ? { ...metadata, custom: Object.freeze({ ...metadata.custom }) } : metadata;
  return Object.freeze({ ...copy });
}
