import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { windowsZonesFile } from './windows-zones.ts';

test('the table of Windows zones equals the output of node tools/windows-zones.ts', () => {
  const stored = readFileSync(path.resolve(import.meta.dirname, '../api/windows-zones.ts'), 'utf8');
  expect(stored).toBe(windowsZonesFile());
});
