/**
 * A project of its own, outside of the repository, with the packages as their tarballs have them. Of third parties it has what the packages
 * declare and what its own tools are: links to this repository's copies, so that nothing is fetched.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packAll, type PackedPackage } from '#tools/packages/pack.ts';
import { projectPath, projectText } from '../../project-files.ts';

const modules = path.resolve(import.meta.dirname, '../../../node_modules');

/** Development tools that the author of an outside project installs beside the packages. */
const tools = [
  ...['typescript', 'vite', 'vitest', 'jsdom', '@testing-library/react', '@testing-library/dom'],
  ...['react-dom', '@types/react', '@types/react-dom'],
];

export interface OutsideProject {
  readonly folder: string;
  readonly packages: readonly PackedPackage[];
  write(file: string, text: string): Promise<void>;
  /** Runs a script of an installed tool, or one of its own, with Node; resolves with what it printed. @throws Error with that when it fails */
  node(script: string, ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function openOutsideProject(): Promise<OutsideProject> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'muster-outside-')));
  const packages = await packAll(path.join(folder, 'packed'));
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  for (const one of packages) await unpack(one, folder);
  const declared = packages.flatMap(({ manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  );
  for (const name of new Set([...tools, ...declared]))
    if (!name.startsWith('@muster/')) await link(name, folder);
  await write('package.json', JSON.stringify({ name: 'outside', private: true, type: 'module' }));
  for (const { folder: source } of packages) await writeExamples(projectPath(`${source}/README.md`), write);
  return {
    folder,
    packages,
    write,
    node: (script, ...args) => output(folder, script, args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function unpack({ tarball, manifest }: PackedPackage, folder: string): Promise<void> {
  const to = path.join(folder, 'node_modules', manifest.name);
  await mkdir(to, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', to]);
}

async function link(name: string, folder: string): Promise<void> {
  const to = path.join(folder, 'node_modules', name);
  await mkdir(path.dirname(to), { recursive: true });
  await symlink(path.join(modules, name), to, 'junction');
}

/** Code blocks of a page that begin with the name of their file. */
async function writeExamples(page: string, write: OutsideProject['write']): Promise<void> {
  const blocks = projectText(page).matchAll(/^```(?:js|tsx?)\n\/\/ (\S+)\n(.*?)^```$/gms);
  let count = 0;
  for (const [, file = '', code = ''] of blocks) {
    await write(file, code);
    count++;
  }
  if (count === 0) throw new Error(`${page} has no example: begin one with the name of its file.`);
}

async function output(cwd: string, script: string, args: readonly string[]): Promise<string> {
  // Without the variables of the test runner that this runs in.
  const { PATH, HOME, TMPDIR } = process.env;
  const file = script.startsWith('node_modules/') ? path.join(cwd, script) : script;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd,
      env: { PATH, HOME, TMPDIR, NO_COLOR: '1' },
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${script} failed.\n${stdout}\n${stderr}`, { cause: error });
  }
}
