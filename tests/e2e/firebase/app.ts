/** The app as `npm run build:firebase` builds it, of an installation with local parts, served as hosting serves it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { projectId } from '../../official/parts.ts';
import { serveSite, type Site } from './site.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export async function serveApp(local: NonNullable<FirebaseOptions['local']>): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-app-'));
  const dist = path.join(folder, 'dist');
  const example = await readFile(path.join(root, 'muster.config.example.json'), 'utf8');
  const { project, ...others } = JSON.parse(example) as FirebaseOptions;
  const file = path.join(folder, 'muster.config.json');
  await writeFile(file, JSON.stringify({ ...others, project: { ...project, projectId }, local }));
  const before = process.env['MUSTER_CONFIG'];
  process.env['MUSTER_CONFIG'] = file;
  try {
    await build({ root, mode: 'firebase', logLevel: 'error', build: { outDir: dist, emptyOutDir: true } });
  } finally {
    if (before === undefined) delete process.env['MUSTER_CONFIG'];
    else process.env['MUSTER_CONFIG'] = before;
  }
  const site = await serveSite(dist);
  site.allow(...Object.values(local));
  return {
    ...site,
    async close() {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}
