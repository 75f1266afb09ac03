/** Lists of codes that the SDK does not export: they are read from the installed modules. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Codes that `module` describes in the constant `list`, with the prefix that they have in errors. */
export async function sdkCodes(module: string, list: string, prefix: string): Promise<string[]> {
  const firebase = createRequire(createRequire(import.meta.url).resolve('firebase/package.json'));
  const folder = path.dirname(firebase.resolve(`@firebase/${module}/package.json`));
  const source = await readFile(path.join(folder, 'dist/esm/index.esm.js'), 'utf8');
  const text = new RegExp(`const ${list} = \\{([\\s\\S]*?)\\n\\};`).exec(source)?.[1] ?? '';
  const codes = [...text.matchAll(/^ {4}\["([^"]+)"/gm)].map(([, code = '']) => `${prefix}/${code}`);
  if (codes.length < 10) throw new Error(`${list} of ${module} has another shape than it had.`);
  return codes.sort();
}
