/** Bundles that are kept until a source changes. In JavaScript: to take types away would cost as much as a whole start. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Makes a folder that lacks a file, or of whose sources one is another one now. `sources.json` in it has the hash of each.
 * @param {string} folder
 * @param {readonly string[]} files what a whole one has
 * @param {(outDir: string) => Promise<void>} build writes all of it
 * @param {string} told said before it is made
 */
export async function keepBundle(folder, files, build, told) {
  if (isUpToDate(folder, files)) return;
  console.log(told);
  const made = `${folder}-${process.pid}`;
  const earlier = `${made}-earlier`;
  try {
    await build(made);
    mkdirSync(path.dirname(folder), { recursive: true });
    // Another process may have made it meanwhile, and read it now.
    if (isUpToDate(folder, files)) return;
    if (existsSync(folder)) renameSync(folder, earlier);
    renameSync(made, folder);
  } catch (error) {
    if (!isUpToDate(folder, files)) throw error;
  } finally {
    for (const one of [made, earlier]) rmSync(one, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {readonly string[]} files */
function isUpToDate(folder, files) {
  try {
    const sources = Object.entries(JSON.parse(readFileSync(path.join(folder, 'sources.json'), 'utf8')));
    return (
      files.every((file) => existsSync(path.join(folder, file))) &&
      sources.every(([file, hash]) => {
        const text = readFileSync(path.join(root, file));
        return createHash('sha256').update(text).digest('hex') === hash;
      })
    );
  } catch {
    return false;
  }
}
