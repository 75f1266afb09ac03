/** Page of the tests, built as the app is, and served as hosting serves it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AliasOptions, build } from 'vite';
import { serveSite } from '../../e2e/firebase/site.ts';

export interface PageSite {
  readonly url: string;
  close(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../../..');

export const serveKillPage = (): Promise<PageSite> =>
  servePage('tests/endurance/kill/page.html', [
    { find: /^#demo\/rules\.ts$/, replacement: path.join(import.meta.dirname, 'rules.ts') },
  ]);

/** `page`: its path from the root. */
export async function servePage(page: string, alias: AliasOptions = []): Promise<PageSite> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'muster-page-'));
  await build({
    root,
    logLevel: 'error',
    resolve: { alias },
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, page) } },
  });
  const site = await serveSite(outDir);
  return {
    url: `${site.origin}/${page}`,
    async close() {
      await site.close();
      await rm(outDir, { recursive: true });
    },
  };
}
