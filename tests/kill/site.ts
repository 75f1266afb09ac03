/** The page of the kill test, built as the app is, and served as hosting serves it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { serveSite } from '../e2e/firebase/site.ts';

export interface KillSite {
  readonly url: string;
  close(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

export async function serveKillPage(): Promise<KillSite> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'muster-kill-site-'));
  await build({
    root,
    logLevel: 'warn',
    resolve: {
      alias: [{ find: /^#demo\/rules\.ts$/, replacement: path.join(import.meta.dirname, 'rules.ts') }],
    },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: path.join(import.meta.dirname, 'page.html') },
    },
  });
  const site = await serveSite(outDir);
  return {
    url: `${site.origin}/tests/kill/page.html`,
    async close() {
      await site.close();
      await rm(outDir, { recursive: true });
    },
  };
}
