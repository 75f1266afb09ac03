/** Another version of a built app, without another build: scripts and styles have other names, and the service worker another list. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const text = /\.(?:js|css|html)$/;

/** `site`: changed in place. `version`: a small number, another one each time. */
export async function publishAgain(site: string, version: number): Promise<void> {
  const files = (await readdir(site, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const renamed = files
    .map((file) => path.basename(file))
    .filter((name) => /-[\w-]{8}\.(?:js|css)$/.test(name))
    .map((name) => [name, name.replace(/\.(js|css)$/, `v${version}.$1`)] as const);
  const pattern = new RegExp(
    renamed.map(([name]) => name.replaceAll(/[.$]/g, String.raw`\$&`)).join('|'),
    'g',
  );
  const names = new Map(renamed);
  for (const file of files) {
    const before = await readFile(file, 'utf8');
    const after = before
      .replace(pattern, (name) => names.get(name) ?? name)
      // Of the page, whose revision is a hash of its text.
      .replace(/(url:`\/index\.html`,revision:`)/, `$1v${version}`)
      .replace('</head>', `<meta name="test-version" content="${version}" /></head>`);
    await writeFile(file, after);
    const name = names.get(path.basename(file));
    if (name) await rename(file, path.join(path.dirname(file), name));
  }
}
