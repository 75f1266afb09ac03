/** Tarball of the command line: one file with all that it needs, since it is a program and no library. */
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { runProgram } from '../run-program.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Against hanging: it takes seconds. */
const longestMs = 5 * 60_000;

export interface PackedCli {
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
}

/** Writes into `outDir`, which is there. */
export async function packCli(outDir: string): Promise<PackedCli> {
  const folder = path.join(outDir, 'built/cli');
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'cli/muster.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node22',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'muster.js', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const manifest = {
    name: '@muster/cli',
    version,
    description: 'The command line of Muster.',
    type: 'module',
    bin: { muster: 'muster.js' },
    files: ['muster.js', 'muster-config.schema.json'],
    engines: { node: '>=22' },
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['README.md', 'muster-config.schema.json'])
    await cp(path.join(root, 'cli', file), path.join(folder, file));
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', outDir, folder];
  const code = await runProgram({ command: 'npm', args, cwd: root, longestMs });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}.`);
  const tarball = path.join(outDir, `muster-cli-${version}.tgz`);
  return { tarball, size: (await stat(tarball)).size };
}
