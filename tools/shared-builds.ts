/**
 * Builds of the app for several readers of one run: `npm test` names a folder in `MUSTER_BUILDS`, the first reader builds each kind
 * into it, and the others find it there. Without that folder each process builds for itself, each kind once.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildScripts, type Kind, type Script } from './size-build.ts';

export interface Built {
  /** The site, as it would be hosted. */
  readonly dir: string;
  readonly scripts: readonly Script[];
}

type Stored = Omit<Script, 'modules'> & { readonly modules: readonly (readonly [string, number])[] };

export const buildsVariable = 'MUSTER_BUILDS';

/** Folder of a site that was built for this run; null if none was. */
export function sharedSite(kind: Kind): string | null {
  const dir = process.env[buildsVariable];
  return dir !== undefined && existsSync(listOf(dir, kind)) ? path.join(dir, kind) : null;
}

export async function sharedBuild(kind: Kind): Promise<Built> {
  const dir = process.env[buildsVariable] ?? (await ownFolder());
  const site = path.join(dir, kind);
  const list = listOf(dir, kind);
  if (existsSync(list)) {
    const stored = JSON.parse(await readFile(list, 'utf8')) as Stored[];
    return { dir: site, scripts: stored.map((script) => ({ ...script, modules: new Map(script.modules) })) };
  }
  const scripts = await buildScripts(kind, site);
  const stored: Stored[] = scripts.map((script) => ({ ...script, modules: [...script.modules] }));
  await writeFile(`${list}.new`, JSON.stringify(stored));
  await rename(`${list}.new`, list);
  return { dir: site, scripts };
}

let own: Promise<string> | null = null;

/** Temporary folder of this process, removed when it ends. */
const ownFolder = (): Promise<string> => (own ??= makeFolder());

async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-builds-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const listOf = (dir: string, kind: Kind) => path.join(dir, `${kind}.json`);
