/**
 * Writes the text files of a build in brotli and gzip too, beside each file: what previews and the desk send to browsers that take them, as
 * hosting does.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;

/** Below it headers weigh as much as what is saved. */
const leastBytes = 1000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Nine tenths of the best quality's gain in a quarter of its time. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };

export const compressedFiles = (): Plugin => ({
  name: 'muster:compressed-files',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir }) {
    if (dir !== undefined) await compressFolder(dir);
  },
});

/** Compresses each file of a folder that is text of at least 1,000 bytes. */
export async function compressFolder(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile() && text.test(each.name))) {
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < leastBytes) continue;
    const [br, gz] = await Promise.all([brotli(content, { params }), zip(content)]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }
}
