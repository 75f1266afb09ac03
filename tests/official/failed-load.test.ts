import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deployedManifest, startDeployed } from './parts-functions.ts';
import { needs, partsInstalled, projectId } from './parts.ts';

test.skipIf(!partsInstalled())(
  `functions whose code fails to load are an error at the start (${needs})`,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-failed-load-'));
    await symlink(path.resolve(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(deployedManifest));
    await writeFile(path.join(folder, 'index.js'), `throw new Error('A fault of the functions.');`);
    await expect(startDeployed(projectId, folder)).rejects.toThrow(/No function of .* was loaded/);
    await rm(folder, { recursive: true });
  },
);
