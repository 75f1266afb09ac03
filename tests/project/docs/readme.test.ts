/** Examples on the pages run: code blocks are regions of tests/project/docs/examples.test.tsx, and commands exist. */
import { expect, it } from 'vitest';
import { pages, read } from './pages.ts';

/** Code without the indentation that all lines share. */
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

it('README has at most 90 lines', async () => {
  expect((await read('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

it('docs/providers.md shows code that is run', async () => {
  const examples = await read('tests/project/docs/examples.test.tsx');
  const regions = [...examples.matchAll(/\/\/ Example: a \w+\n(.*?)\/\/ Example: end/gs)].map(
    ([, code = '']) => dedent(code),
  );
  const shown = blocks(await read('docs/providers.md'), 'ts|tsx').map(dedent);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual(regions);
});

it.each(pages)('%s names only commands that exist', async (page) => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const markdown = await read(page);
  const named = [
    ...blocks(markdown, 'sh').flatMap((code) => [...code.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)]),
    ...markdown.matchAll(/npm run ([a-z][\w:-]*)/g),
  ].map(([, name = '']) => name);
  const known = ['ci', 'install', ...Object.keys(scripts)];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
