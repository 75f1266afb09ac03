/** Contents as files in a folder. */
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { PortError } from '#ports/errors.ts';
import type { FileStore } from './file-store.ts';

const contentName = /^[A-Za-z0-9]{2,64}$/u;

/**
 * The folder is made when it is missing. A content is written under its final name: no row names it before it is whole.
 */
export function diskFileStore(folder: string): FileStore {
  const placeOf = (name: string) => {
    if (!contentName.test(name)) throw new TypeError('The name of a content is letters and digits.');
    // Folders of moderate size.
    const parent = path.join(folder, name.slice(0, 2).toLowerCase());
    return { parent, file: path.join(parent, name) };
  };
  return {
    async write(name, content) {
      const { parent, file } = placeOf(name);
      await onDisk(async () => {
        await mkdir(parent, { recursive: true, mode: 0o700 });
      });
      const handle = await onDisk(() => open(file, 'wx', 0o600));
      try {
        for await (const piece of content) await onDisk(() => writeAll(handle, piece));
        await onDisk(() => handle.sync());
      } catch (error) {
        await handle.close();
        await rm(file, { force: true }).catch(() => {});
        throw error;
      }
      await onDisk(() => handle.close());
      await onDisk(() => syncFolder(parent));
      await onDisk(() => syncFolder(folder));
    },
    async open(name, range) {
      const { file } = placeOf(name);
      return onDisk(async () => {
        const handle = await open(file, 'r').catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        });
        return handle && handle.createReadStream(range && { start: range.first, end: range.last });
      });
    },
    remove: (name) => onDisk(() => rm(placeOf(name).file, { force: true })),
  };
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await handle.write(piece, at)).bytesWritten;
}

/** The entry of a new file is kept, too. Windows has no such request. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

async function onDisk<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    if (fullCodes.has(codeOf(cause)))
      throw new PortError('resource-exhausted', 'The disk of the files has no room left.', { cause });
    throw new PortError('unavailable', 'The folder of the files can’t be used.', { cause });
  }
}
