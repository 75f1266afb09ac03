/** Checks of the machine: Node, the folder, the store of files, the port, backups. */
import { once } from 'node:events';
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { CommandLineError } from '../../server-options.ts';
import { settingsFile } from '../settings-file.ts';
import { failedCheck, passedCheck, type HostFinding, reasonOf, warnedCheck } from './finding.ts';

const oldestNode = 22;
const giga = 1e9;
const [leastBytes, fewBytes] = [0.2 * giga, 2 * giga];
const dayMs = 24 * 3_600_000;
const oldDays = 7;

export function checkNodeVersion(version: string): HostFinding {
  if (Number(version.split('.')[0]) >= oldestNode) return passedCheck('Node', version);
  return failedCheck('Node', `${version} is too old`, `Install Node ${oldestNode} or newer from nodejs.org.`);
}

/** `id`: part of a file's name that nobody else uses. */
export async function checkFolder(folder: string, id: string): Promise<readonly HostFinding[]> {
  const about = 'Folder';
  const facts = await stat(folder).catch(() => null);
  if (!facts?.isDirectory())
    return [
      facts
        ? failedCheck(about, `${folder} is no folder`, 'Name another one with --data.')
        : warnedCheck(
            about,
            `${folder} is not there`,
            'The first start makes it: is --data the one that the service uses?',
          ),
    ];
  const file = path.join(folder, `.doctor-${id}`);
  try {
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
    await rm(file);
  } catch (error) {
    return [
      failedCheck(
        about,
        `${folder} can’t be written to (${reasonOf(error)})`,
        'Let it belong to the user who runs Muster.',
      ),
    ];
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${folder}, ${(free / giga).toFixed(1)} GB free`;
  const isOpen = process.platform !== 'win32' && (facts.mode & 0o066) !== 0;
  return [
    free < leastBytes
      ? failedCheck(about, detail, 'Make room: without it nothing is written, and nobody is paged.')
      : free < fewBytes
        ? warnedCheck(about, detail, 'Make room: a backup or an upgrade needs as much as there is already.')
        : passedCheck(about, detail),
    ...(isOpen
      ? [
          warnedCheck(
            'Folder’s rights',
            'other users of this machine may read it',
            `Run: chmod go-rw ${folder}`,
          ),
        ]
      : []),
  ];
}

/** Writes a content, reads and removes it. `id`: letters and digits. */
export async function checkFiles(store: FileStore, place: string, id: string): Promise<HostFinding> {
  const about = 'Files';
  const name = `doctor${id}`;
  const content = new TextEncoder().encode('0123456789');
  try {
    await store.write(name, oneOf(content));
    const part = await store.open(name, { first: 2, last: 4 });
    const text = part && (await buffer(part)).toString();
    await store.remove(name);
    if (text !== '234')
      return failedCheck(about, `${place} gives other bytes than were written`, 'Use another store.');
    return passedCheck(about, `${place} can be written and read`);
  } catch (error) {
    return failedCheck(
      about,
      error instanceof Error ? error.message : String(error),
      'See “Files in S3” or “The database” in docs/hosting.md.',
    );
  }
}

async function* oneOf(content: Uint8Array) {
  yield content;
}

/** `isMuster`: whether Muster answers there. */
export async function checkPort(
  { host, port }: { readonly host: string; readonly port: number },
  isMuster: () => Promise<boolean>,
): Promise<HostFinding> {
  const about = 'Port';
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, host);
    await listening;
    return passedCheck(about, `${host}:${port} is free: Muster does not run here now`);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'EADDRINUSE' && (await isMuster()))
      return passedCheck(about, `Muster serves at ${host}:${port}`);
    return failedCheck(
      about,
      `${host}:${port} ${reason === 'EADDRINUSE' ? 'is taken by another program' : `can’t be used (${reason})`}`,
      'End that program, or choose another with --port.',
    );
  } finally {
    server.close();
  }
}

/** `file`: of `--settings`; `null`: none. */
export async function checkSettings(file: string | null): Promise<readonly HostFinding[]> {
  if (file === null) return [];
  try {
    const count = Object.keys(await settingsFile(file)).length;
    return [passedCheck('Settings', `${count} in ${file}`)];
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return [failedCheck('Settings', error.message, 'Correct the file: the host does not start with it.')];
  }
}

export async function checkBackups(folder: string, now: number): Promise<HostFinding> {
  const about = 'Backups';
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map(({ name }) => name);
  const times = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).mtimeMs));
  if (times.length === 0)
    return warnedCheck(
      about,
      `none in ${folder}`,
      'Write one each night, with --backup FILE; say with --backups DIR where they are.',
    );
  const days = Math.floor((now - Math.max(...times)) / dayMs);
  const detail = `${times.length} in ${folder}, the newest ${days === 0 ? 'of today' : `${days} days old`}`;
  return days < oldDays
    ? passedCheck(about, detail)
    : warnedCheck(about, detail, 'Write one each night, with --backup FILE.');
}
