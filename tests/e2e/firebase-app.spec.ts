/** The app as it is deployed to Firebase, in a real browser: what a sign-in screen costs, an account, and what comes after it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { buildScripts, type Script } from '#tools/size-build.ts';
import { screens, scriptsOf, sizeOf } from '#tools/size-screens.ts';
import { freePort } from '../official/cable.ts';
import { atLocalhost, expect, needsParts, test as base } from './firebase/fixtures.ts';
import { serveSite, type Site } from './firebase/site.ts';

needsParts();

interface App {
  readonly site: Site;
  readonly scripts: readonly Script[];
}

const test = base.extend<object, { readonly app: App }>({
  app: [
    async ({ authPart }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'muster-app-'));
      const scripts = await buildFor(folder, atLocalhost(authPart.host));
      const site = await serveSite(path.join(folder, 'dist'));
      site.allow(atLocalhost(authPart.host));
      await provide({ site, scripts });
      await site.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** As `npm run build:firebase`, of an installation with a local Auth part, whose other parts are not running. */
async function buildFor(folder: string, auth: string): Promise<readonly Script[]> {
  const example = path.resolve(import.meta.dirname, '../../muster.config.example.json');
  const { project } = JSON.parse(await readFile(example, 'utf8')) as FirebaseOptions;
  const nobody = `127.0.0.1:${await freePort()}`;
  const installation: FirebaseOptions = {
    project: { ...project, projectId: 'demo-muster' },
    local: { auth, docs: nobody, realtime: nobody, functions: nobody, storage: nobody },
  };
  const file = path.join(folder, 'muster.config.json');
  await writeFile(file, JSON.stringify(installation));
  const before = process.env['MUSTER_CONFIG'];
  process.env['MUSTER_CONFIG'] = file;
  try {
    return await buildScripts('firebase', path.join(folder, 'dist'));
  } finally {
    if (before === undefined) delete process.env['MUSTER_CONFIG'];
    else process.env['MUSTER_CONFIG'] = before;
  }
}

test.beforeEach(({ context }) =>
  context.route(
    (url) => url.hostname !== 'localhost' && url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  ),
);

/** Scripts that had been asked for when the sign-in screen was painted, with their bytes as they came. */
interface Fetched {
  readonly file: string;
  readonly size: number;
}

test('the sign-in screen fetches what the budget counts, byte for byte, and nothing else', async ({
  app,
  page,
}) => {
  // The screen's own heading, as soon as it is there: what is asked for later is not on the way to it.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('input[type="password"]') === null) return;
      performance.mark('sign-in');
      seen.disconnect();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${app.site.origin}/signin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('load');
  const fetched = await page.evaluate(() => {
    const shown = performance.getEntriesByName('sign-in')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime < shown && new URL(name).pathname.endsWith('.js'))
      .map((entry): Fetched => ({
        file: new URL(entry.name).pathname.slice(1),
        size: (entry as PerformanceResourceTiming).encodedBodySize,
      }));
  });
  const budget = screens.find(({ name }) => name === 'Sign-in screen, Firebase');
  const counted = scriptsOf(app.scripts, budget?.asks ?? []);
  const list = (all: readonly Fetched[]) => all.map(({ file, size }) => `${file} ${size}`).sort();
  expect(list(fetched)).toEqual(list(counted));
  expect(sizeOf(counted)).toBeLessThanOrEqual(budget?.ceiling ?? 0);
  for (const { file, size } of fetched)
    test.info().annotations.push({ type: 'script', description: `${size} ${file}` });
});

test('an account is made; a team that does not come is said so, and is not waited for in white', async ({
  app,
  authPart,
  page,
}) => {
  await authPart.reset();
  await page.clock.install();
  await page.goto(app.site.origin);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeHidden();
  // The patience of the screen, not of this test.
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('heading', { name: 'Your team has not arrived' }).first()).toBeAttached();
  await expect(page.getByText('There is no connection to the backend')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
