/**
 * Lines of code by folder, without comments, blank lines, tests and styles: `node tools/count-code.ts [root]`. `root` is another
 * checkout to count in. Default this one.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folders = ['domain', 'api', 'functions', 'demo', 'src', 'adapters/embedded-browser'];
const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|bench)\.tsx?$/.test(file);

/** Lines that hold more than white space and comments. A comment's marks inside of a string are not looked for. */
export function codeLines(text: string): number {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length;
}

export const countFolder = (root: string, folder: string): number =>
  globSync(`${folder}/**/*`, { cwd: root })
    .filter(isCode)
    .reduce((sum, file) => sum + codeLines(readFileSync(path.join(root, file), 'utf8')), 0);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = process.argv[2] ?? path.resolve(import.meta.dirname, '..');
  const counts = folders.map((folder) => [folder, countFolder(root, folder)] as const);
  for (const [folder, lines] of counts) console.log(`${String(lines).padStart(7)}  ${folder}`);
  console.log(`${String(counts.reduce((sum, [, lines]) => sum + lines, 0)).padStart(7)}  in all`);
}
