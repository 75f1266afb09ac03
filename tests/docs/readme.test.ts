/** What the README shows is what is run: its code blocks are regions of tests/docs/examples.test.tsx, its commands exist. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

/** Without the indentation that all lines share. */
function dedent(code: string): string {
  const lines = code.split('\n');
  const depth = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return lines
    .map((line) => line.slice(depth))
    .join('\n')
    .trim();
}

const blocks = (markdown: string, languages: string) =>
  [...markdown.matchAll(new RegExp(`\`\`\`(?:${languages})\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );

it('shows code that is run', async () => {
  const examples = await read('tests/docs/examples.test.tsx');
  const regions = [...examples.matchAll(/\/\/ README: a \w+\n(.*?)\/\/ README: end/gs)].map(([, code = '']) =>
    dedent(code),
  );
  const shown = blocks(await read('README.md'), 'ts|tsx').map(dedent);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual(regions);
});

it('names only commands that exist', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const named = blocks(await read('README.md'), 'sh').flatMap((code) =>
    [...code.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(named).toContain('start');
  const known = ['ci', ...Object.keys(scripts)];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
