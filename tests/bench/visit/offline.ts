/**
 * `npm run bench:offline`: starts without a network of a signed-in person who has seen home, in Chromium: from the navigation until home
 * stands with its lists, for a shared cloud and for Firebase (which needs the official parts). Medians. `ROUNDS`: starts of each.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { anyChromium, chromiumFlags } from '../../e2e/chromium.ts';
import { openMuster } from '../../e2e/firebase/whole.ts';
import { partsInstalled } from '../../official/parts.ts';
import { startAuthPart } from '../../official/parts-auth.ts';
import { appKept, openOfflineStage, ready, signIn } from '../../endurance/offline/stage.ts';
import { median } from '../table.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
/** Time for what a page does after its screen stands, which else delays the next start: milliseconds. */
const atRestMs = 2_000;

interface Start {
  /** Milliseconds from the navigation until the first paint, home's heading, and its lists. */
  readonly painted: number;
  readonly heading: number;
  readonly stands: number;
}

declare global {
  interface Window {
    offlineStart?: { heading: number; stands: number };
  }
}

/** Notes when home's heading and its lists are there. */
function watchHome(): void {
  const start = { heading: 0, stands: 0 };
  window.offlineStart = start;
  new MutationObserver(() => {
    const heading = document.querySelector('main h1');
    if (start.heading === 0 && heading?.textContent.endsWith(', now')) start.heading = performance.now();
    if (start.heading > 0 && start.stands === 0 && !document.querySelector('main [aria-busy=true]'))
      start.stands = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

async function starts(context: BrowserContext, page: Page): Promise<readonly Start[]> {
  await context.addInitScript(watchHome);
  const taken: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.waitForTimeout(atRestMs);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => (window.offlineStart?.stands ?? 0) > 0);
    taken.push(
      await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        heading: window.offlineStart?.heading ?? 0,
        stands: window.offlineStart?.stands ?? 0,
      })),
    );
  }
  return taken;
}

async function embedded(): Promise<readonly Start[]> {
  const stage = await openOfflineStage();
  try {
    const context = await stage.browser();
    const page = await context.newPage();
    await signIn(page, 'mei');
    await ready(page);
    await appKept(page);
    stage.line.cut();
    return await starts(context, page);
  } finally {
    await stage.close();
  }
}

async function firebase(): Promise<readonly Start[]> {
  const auth = await startAuthPart();
  const muster = await openMuster(auth.host);
  const browser = await chromium.launch({ ...anyChromium, args: chromiumFlags });
  try {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${muster.origin}/signin?way=create`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Team name').fill('Payments');
    await page.getByRole('button', { name: 'Create team' }).click();
    await ready(page);
    await appKept(page);
    muster.plug(false);
    await context.setOffline(true);
    return await starts(context, page);
  } finally {
    await browser.close();
    await muster.close();
    await auth.close();
  }
}

const kinds = { embedded, ...(partsInstalled() && { firebase }) };
console.log(`Starts without a network, medians of ${rounds}.\n`);
console.log('| app | first paint | home’s heading | home with its lists |\n|---|---|---|---|');
for (const [name, measure] of Object.entries(kinds)) {
  if (process.argv[2] !== undefined && process.argv[2] !== name) continue;
  const taken = await measure();
  const of = (value: (start: Start) => number) => `${Math.round(median(taken.map(value)))} ms`;
  console.log(
    `| ${[name, of((one) => one.painted), of((one) => one.heading), of((one) => one.stands)].join(' | ')} |`,
  );
}
