/** Lint of the project over files that exist for the test alone, in a folder of their own. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

/** The messages of one rule about one file. */
export type Messages = (file: string, rule: string) => readonly string[];

export async function lintFiles(files: Readonly<Record<string, string>>): Promise<Messages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lint-'));
  try {
    await cp(path.join(root, 'tools/lint'), path.join(folder, 'tools/lint'), { recursive: true });
    for (const file of ['.oxlintrc.json', 'package.json'])
      await cp(path.join(root, file), path.join(folder, file));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const { diagnostics } = JSON.parse(await lint(folder)) as {
      readonly diagnostics: readonly {
        readonly filename: string;
        readonly code: string;
        readonly message: string;
      }[];
    };
    return (file, rule) =>
      diagnostics
        .filter(({ filename, code }) => filename.endsWith(file) && code.includes(rule))
        .map(({ message }) => message);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Output of the linter, as JSON; it ends with an error because it finds something. */
async function lint(cwd: string): Promise<string> {
  const failed = await promisify(execFile)('oxlint', ['--format', 'json'], { cwd }).catch(
    (error: { stdout: string; code: number }) => error,
  );
  if (!('code' in failed)) throw new Error('The linter found nothing to complain about.');
  return failed.stdout;
}
