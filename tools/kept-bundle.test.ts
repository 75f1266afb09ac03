import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepBundle } from './kept-bundle.js';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'muster-kept-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const folder = () => path.join(parent, 'bundle');

/** A whole bundle without sources. */
async function write(outDir: string, text: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await writeFile(path.join(outDir, 'program.cjs'), text);
  await writeFile(path.join(outDir, 'sources.json'), '{}');
}

const keep = (build: (outDir: string) => Promise<void>) =>
  keepBundle(folder(), ['program.cjs'], build, 'It is made.');
const kept = () => readFile(path.join(folder(), 'program.cjs'), 'utf8');

test('a whole bundle is kept, an incomplete one made again', async () => {
  await keep((outDir) => write(outDir, 'first'));
  await keep((outDir) => write(outDir, 'second'));
  expect(await kept()).toBe('first');
  await rm(path.join(folder(), 'program.cjs'));
  await keep((outDir) => write(outDir, 'third'));
  expect(await kept()).toBe('third');
  expect(await readdir(parent)).toEqual(['bundle']);
});

test('a bundle that another process completed meanwhile stays, for its readers', async () => {
  await keep(async (outDir) => {
    await write(folder(), 'by another process');
    await write(outDir, 'by this process');
  });
  expect(await kept()).toBe('by another process');
  expect(await readdir(parent)).toEqual(['bundle']);
});

test('a failed build rejects, and leaves the bundle before it', async () => {
  await write(folder(), 'before');
  await rm(path.join(folder(), 'sources.json'));
  await expect(keep(() => Promise.reject(new Error('A source has a mistake.')))).rejects.toThrow('mistake');
  expect(await kept()).toBe('before');
});
