/** Source hashes of a bundle, by which a cached bundle is recognized as up to date. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Notes the files of a build. Of packages, package-lock.json says which they are. */
export const notingSources = (sources: Set<string>): Plugin => ({
  name: 'muster-sources',
  moduleParsed({ id }) {
    const file = id.split('?')[0] ?? id;
    if (path.isAbsolute(file) && !file.includes('node_modules') && !file.includes('\0'))
      sources.add(path.relative(root, file));
  },
});

/** Writes `sources.json`, the last file of a bundle, which is what makes it valid. Paths are relative to the root. */
export async function writeSources(outDir: string, sources: ReadonlySet<string>): Promise<void> {
  const hashes = await Promise.all([...sources].toSorted().map(async (file) => [file, await hashOf(file)]));
  await writeFile(path.join(outDir, 'sources.json'), JSON.stringify(Object.fromEntries(hashes), null, 1));
}

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(path.join(root, file)))
    .digest('hex');
