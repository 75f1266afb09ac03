/** A shared cloud, a browser on a profile that outlasts it, and between them a network that a test cuts. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect as impatient, type Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { sharedBuild } from '#tools/shared-builds.ts';
import { type DeskPerson, deskPerson } from '../../app/desk/desk-person.ts';
import { type DeskProcess, type DeskProgram, keptServer, openProgram } from '../../app/desk/process.ts';
import { anyChromium } from '../../e2e/chromium.ts';
import { freePort } from '../../free-port.ts';
import { type Line, openLine } from './line.ts';
import { publishAgain } from './new-version.ts';

/** Also outside of Playwright’s runner, whose configuration it does not have. */
export const expect = impatient.configure({ timeout: 180_000 });

/** Addresses of the browser’s side of the network, and of the server. Pages of both are secure contexts. */
const near = '127.0.0.2';
const far = '127.0.0.1';

export interface OfflineStage {
  readonly origin: string;
  readonly line: Line;
  /** Another member of the demonstration team, whose network is not cut. */
  person(id: string): Promise<DeskPerson>;
  /** Opens a browser on the same profile. */
  browser(): Promise<BrowserContext>;
  /** Starts the server anew, with another version of the app. Resolves with its name, which its page says. */
  update(): Promise<string>;
  close(): Promise<void>;
}

export async function openOfflineStage(): Promise<OfflineStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-offline-'));
  const port = await freePort();
  const line = await openLine({ from: near, to: far, port });
  const origin = `http://${near}:${port}`;
  const server = new URL(`http://${far}:${port}`);
  let versions = 0;
  let program: DeskProgram | null = null;
  let desk: DeskProcess | null = null;
  const people: DeskPerson[] = [];
  const contexts: BrowserContext[] = [];
  const startDesk = async (site: string) => {
    program = await openProgram(await keptServer(), site);
    const address = ['--host', far, '--port', String(port), '--name', near];
    desk = program.run('--data', path.join(folder, 'data'), ...address);
    await desk.ready();
  };
  const endDesk = async () => {
    desk?.child.kill('SIGTERM');
    await desk?.ended;
    await program?.close();
  };
  await startDesk((await sharedBuild('embedded')).dir);
  return {
    origin,
    line,
    async person(id) {
      const person = await deskPerson(server, id);
      people.push(person);
      return person;
    },
    async browser() {
      const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
        ...anyChromium,
        // The user of the stage closes it, and with it the server.
        handleSIGINT: false,
        handleSIGTERM: false,
        args: [...anyChromium.args, `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${near}`],
        baseURL: origin,
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      });
      contexts.push(context);
      return context;
    },
    async update() {
      const site = path.join(folder, `site-${++versions}`);
      // Compressed files would be served in the place of those that change.
      const isChanged = (name: string) => !/\.(?:map|br|gz)$/.test(name);
      await cp((await sharedBuild('embedded')).dir, site, { recursive: true, filter: isChanged });
      await publishAgain(site, versions);
      await endDesk();
      await startDesk(site);
      return String(versions);
    },
    async close() {
      for (const context of contexts) await context.close();
      for (const person of people) await person.dispose();
      await endDesk();
      await line.close();
      await rm(folder, { recursive: true, maxRetries: 20 });
    },
  };
}

/** A member's own controls are there. */
export const ready = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^Find\b/ }).first(), 'the app is open to a member').toBeVisible();

export async function signIn(page: Page, id: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(demoEmail({ id }));
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Resolves once the service worker runs and keeps every file of the version that the server has. */
export const appKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(missingFiles), { message: 'the service worker keeps the app' }).toEqual([]);

/** Files of the served version that this browser has not kept, without the workers of the demonstration’s cloud. */
async function missingFiles(): Promise<readonly string[]> {
  const registration = await navigator.serviceWorker.ready;
  const script = await (await fetch('/sw.js')).text();
  const kept = await (await caches.open('muster-files')).keys();
  const names = new Set(kept.map(({ url }) => new URL(url).pathname));
  const [, lists = ''] = script.split('start:[');
  const [start = '', others = ''] = lists.split('cloud:[');
  const [, later = ''] = others.split('later:');
  const listed = [start, later].flatMap((list) => list.match(/\/assets\/[\w.-]+/g) ?? []);
  return [
    ...(listed.length < 50 ? ['the list of files'] : []),
    ...(registration.active?.state === 'activated' ? [] : ['the service worker']),
    ...listed.filter((name) => !names.has(name)),
  ];
}
