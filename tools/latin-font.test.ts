import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { latinFont, latinFontFile } from './latin-font.ts';

test('the Latin font equals the output of node tools/latin-font.ts', async () => {
  const [stored, made] = await Promise.all([readFile(latinFontFile), latinFont()]);
  expect(stored.equals(made)).toBe(true);
});
