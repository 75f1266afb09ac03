import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installParts } from './install.ts';

test('a linked installation of another checkout is used and left unchanged', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-install-'));
  const [home, theirs] = [path.join(folder, 'ours'), path.join(folder, 'theirs')];
  await mkdir(home);
  await mkdir(theirs);
  await symlink(theirs, path.join(home, 'node_modules'));
  expect(await installParts(home)).toContain('is a link to an empty place');
  await mkdir(path.join(theirs, 'firebase-tools'));
  await writeFile(path.join(theirs, 'firebase-tools/package.json'), '{}');
  expect(await installParts(home)).toBeNull();
  expect(await readdir(theirs)).toEqual(['firebase-tools']);
  await rm(folder, { recursive: true });
});
