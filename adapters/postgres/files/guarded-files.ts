/** Files as browsers have them: behind the security rules. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ObjectChanges, ObjectMetadata, ObjectPage } from '#ports/storage/storage.ts';
import type { FileGuard } from './file-guard.ts';
import { IncomingFile } from './file-meta.ts';
import type { StoredFile } from './file-rows.ts';
import type { PostgresFiles } from './postgres-files.ts';

/** @throws PortError storage/unauthorized, storage/unauthenticated, storage/object-not-found: each method */
export class GuardedFiles {
  private readonly files: PostgresFiles;
  private readonly guard: FileGuard;

  constructor(files: PostgresFiles, guard: FileGuard) {
    this.files = files;
    this.guard = guard;
  }

  /** Authorized before it is looked at: that a file is missing is told to those only who may read it. */
  async read(path: string, caller: Caller | null): Promise<StoredFile> {
    const before = await this.files.get(path);
    await this.guard.authorize({ method: 'get', path, before }, caller);
    return before ?? missing(path);
  }

  /** @throws PortError invalid-argument for too large a `custom` */
  async update(path: string, changes: ObjectChanges, caller: Caller | null): Promise<ObjectMetadata> {
    const known = await this.files.get(path);
    if (!known) {
      const after = new IncomingFile(path, 0, {}, null);
      await this.guard.authorize({ method: 'update', path, after }, caller);
      return missing(path);
    }
    const { metadata } = await this.files.update(path, changes, async (before, after) => {
      const checksums = after && { md5Hash: after.metadata.md5Hash, crc32c: after.crc32c };
      const incoming =
        after && new IncomingFile(path, after.metadata.size, settingsOf(after.metadata), checksums);
      await this.guard.authorize({ method: 'update', path, before, after: incoming }, caller);
    });
    return metadata;
  }

  async remove(path: string, caller: Caller | null): Promise<void> {
    const found = await this.files.remove(path, (before) =>
      this.guard.authorize({ method: 'delete', path, before }, caller),
    );
    if (!found) missing(path);
  }

  /** Secret of the address at which anybody can fetch the file. */
  async address(path: string, caller: Caller | null): Promise<string> {
    return this.files.downloadToken(await this.read(path, caller));
  }

  /** @throws PortError invalid-argument for a token of another listing */
  async list(
    path: string,
    max: number,
    pageToken: string | null,
    caller: Caller | null,
  ): Promise<ObjectPage> {
    await this.guard.authorize({ method: 'list', path }, caller);
    return this.files.list(path, max, pageToken);
  }
}

/** The md5 of a stored file is not one that its writer announces. */
const settingsOf = ({ md5Hash: _md5Hash, ...settings }: ObjectMetadata) => settings;

function missing(path: string): never {
  throw new PortError('storage/object-not-found', `There is no object at ${path}.`);
}
