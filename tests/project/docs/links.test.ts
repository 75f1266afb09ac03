/** Links and paths in the documentation lead to something. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mayImport } from '../../../tools/lint/module-imports.ts';
import { projectFiles } from '../../project-files.ts';
import { pages, read, root } from './pages.ts';

const withoutCode = (markdown: string) => markdown.replaceAll(/```.*?```/gs, '');

/** The anchors of a page, as GitHub makes them of its headings. */
const anchors = (markdown: string): readonly string[] =>
  [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Folders and files whose paths stand in the text as code. */
const ofProject =
  /^(?:domain|api|ports|query|functions|src|demo|fakes|adapters|emulator|tests|tools|docs|public)\/[\w./*<>{},-]*$/;

it.each(pages)('%s links to what exists', async (page) => {
  const broken: string[] = [];
  for (const [, target = ''] of withoutCode(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    const there = existsSync(path.join(root, linked));
    if (!there || (anchor !== undefined && !anchors(await read(linked)).includes(anchor)))
      broken.push(target);
  }
  expect(broken).toEqual([]);
});

// A decision speaks of its day.
const current = pages.filter((page) => !/^docs\/decisions\/\d/.test(page));

it.each(current)('%s names paths that exist', async (page) => {
  // Folders that a path may be relative to: the root, or the page's own.
  const folders = [root, path.join(root, path.dirname(page))];
  const named = [...withoutCode(await read(page)).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const missing = named
    .filter((text) => ofProject.test(text) && !(text.replace(/\/$/, '') in mayImport))
    .map((text) => text.replaceAll(/<[^>]*>/g, '*'))
    .filter((pattern) => folders.every((cwd) => globSync(pattern, { cwd }).length === 0));
  expect(missing).toEqual([]);
});

const fileNames = new Set(projectFiles(['**/*.ts', '**/*.tsx']).map((file) => path.posix.basename(file)));

it.each(current)('%s names files that exist', async (page) => {
  const named = withoutCode(await read(page)).matchAll(/`([\w.-]+\.tsx?)`/g);
  const missing = [...named].map(([, name = '']) => name).filter((name) => !fileNames.has(name));
  expect(missing).toEqual([]);
});

it('the index names every decision', async () => {
  const index = await read('docs/decisions/README.md');
  const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter((page) => !index.includes(`](${path.posix.basename(page)})`))).toEqual([]);
});
