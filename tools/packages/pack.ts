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
  const built: BuiltPackage[] = [];
  const folderOf = (folder: string) => path.join(outDir, 'built', folder);
  for (const folder of await workspaces()) {
    await mkdir(folderOf(folder), { recursive: true });
    built.push(await buildPackage(folder, { root, declarations, outDir: folderOf(folder) }));
  }
  const folders = built.map(({ folder }) => folderOf(folder));
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', outDir, ...folders]);
  return Promise.all(
    built.map(async (one) => {
      const tarball = path.join(outDir, tarballName(one.manifest));
      return { ...one, tarball, size: (await stat(tarball)).size };
    }),
  );
}

/** As npm names it. */
const tarballName = ({ name, version }: BuiltPackage['manifest']): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

async function workspaces(): Promise<readonly string[]> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly workspaces: readonly string[] }).workspaces;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const code = await runProgram({ command, args, cwd: root, longestMs });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} ended with ${code}.`);
}
