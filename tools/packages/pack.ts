/** Tarballs of all packages, the workspaces of the root's package.json. */
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../run-program.ts';
import { buildPackage, type BuiltPackage } from './build.ts';

export interface PackedPackage extends BuiltPackage {
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
}

const root = path.resolve(import.meta.dirname, '../..');

/** Against hanging: it takes seconds. */
const longestMs = 10 * 60_000;

/** Packs into `outDir`, which is emptied first. */
export async function packAll(outDir: string): Promise<readonly PackedPackage[]> {
  await rm(outDir, { recursive: true, force: true });
  const declarations = path.join(outDir, 'declarations');
  await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.pack.json', '--outDir', declarations]);
  const packed: PackedPackage[] = [];
  for (const folder of await workspaces()) {
    const built = path.join(outDir, 'built', folder);
    await mkdir(built, { recursive: true });
    const done = await buildPackage(folder, { root, declarations, outDir: built });
    packed.push({ ...done, ...(await tarballOf(done.manifest, outDir, built)) });
  }
  return packed;
}

async function workspaces(): Promise<readonly string[]> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly workspaces: readonly string[] }).workspaces;
}

async function tarballOf(
  { name, version }: BuiltPackage['manifest'],
  outDir: string,
  built: string,
): Promise<Pick<PackedPackage, 'tarball' | 'size'>> {
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', outDir, built]);
  const tarball = path.join(outDir, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  return { tarball, size: (await stat(tarball)).size };
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const code = await runProgram({ command, args, cwd: root, longestMs });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} ended with ${code}.`);
}
