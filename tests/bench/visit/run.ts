/**
 * `node tests/bench/visit/run.ts NAME=FOLDER…`: first visits of built apps, in Chromium, in turn: Fast 4G shaped in the server, and the page's
 * processor four times slower. First and largest paint, layout shift, kB (brotli) and requests until the screen stands and until
 * rest, long tasks; for a demonstration also the click on a person until home and until its lists, unshaped. Medians. Without arguments: this tree's two builds.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { sharedBuild } from '../../../tools/shared-builds.ts';
import { tasksDuring } from '../../page-tasks.ts';
import { median } from '../table.ts';
import { serveShaped } from './site.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const slower = 4;

interface Paints {
  readonly first: number;
  readonly largest: number;
  readonly shift: number;
  readonly stands: number;
}

interface Visit extends Paints {
  readonly kB: number;
  readonly requests: number;
  readonly kBAtRest: number;
  readonly requestsAtRest: number;
  /** Tasks of the page's thread until rest, by processor time: the longest, and what they take beyond 50 ms each. */
  readonly longest: number;
  readonly blocking: number;
}

declare global {
  interface Window {
    visit?: { largest: number; shift: number; stands: number };
  }
}

const controls = 'ul[aria-label="The demonstration team"] button, input[type="email"]';

async function openPage(browser: Browser, processor: number): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 412, height: 823 } })).newPage();
  page.setDefaultTimeout(180_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  await page.addInitScript((wanted) => {
    const visit = { largest: 0, shift: 0, stands: 0 };
    window.visit = visit;
    new PerformanceObserver((list) => {
      visit.largest = list.getEntries().at(-1)?.startTime ?? visit.largest;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) visit.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver(() => {
      if (visit.stands === 0 && document.querySelector(wanted)) visit.stands = performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, controls);
  return page;
}

/** Time without a request after which a page is at rest. */
const restMs = 6000;

async function firstVisit(browser: Browser, folder: string): Promise<Visit> {
  const site = await serveShaped(folder, true);
  const page = await openPage(browser, slower);
  let standing = { bytes: 0, requests: 0 };
  const { longest, blocking } = await tasksDuring(browser, page, async () => {
    await page.goto(`${site.url}/`, { waitUntil: 'commit' });
    await page.waitForFunction(() => (window.visit?.stands ?? 0) > 0);
    standing = site.take();
    await site.quiet(restMs);
  });
  const rest = site.take();
  const paints = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largest: window.visit?.largest ?? 0,
    shift: window.visit?.shift ?? 0,
    stands: window.visit?.stands ?? 0,
  }));
  await page.context().close();
  await site.close();
  return {
    ...paints,
    kB: standing.bytes / 1000,
    requests: standing.requests,
    kBAtRest: (standing.bytes + rest.bytes) / 1000,
    requestsAtRest: standing.requests + rest.requests,
    longest,
    blocking,
  };
}

/** Milliseconds from the click on a person. */
interface Entry {
  /** Until home's heading. */
  readonly heading: number;
  /** Until nothing on home is busy any more. */
  readonly lists: number;
}

/** Null for an app that is no demonstration. */
async function entry(browser: Browser, folder: string): Promise<Entry | null> {
  const site = await serveShaped(folder, false);
  const page = await openPage(browser, 1);
  await page.goto(`${site.url}/`);
  await page.waitForSelector(controls);
  await site.quiet(restMs);
  const person = page.getByRole('button', { name: /^Mei Tanaka/ });
  const isDemonstration = (await person.count()) > 0;
  const took = isDemonstration
    ? await person.evaluate(
        (button) =>
          new Promise<Entry>((resolve) => {
            const from = performance.now();
            let heading: number | null = null;
            const look = () => {
              const now = performance.now() - from;
              if ([...document.querySelectorAll('h1')].some((h1) => h1.textContent.includes('now')))
                heading ??= now;
              if (heading === null || document.querySelector('[aria-busy="true"]'))
                requestAnimationFrame(look);
              else resolve({ heading, lists: now });
            };
            (button as HTMLButtonElement).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            (button as HTMLButtonElement).click();
            look();
          }),
      )
    : null;
  await page.context().close();
  await site.close();
  return took;
}

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const named = process.argv.slice(2).map((text) => text.split('=') as [string, string]);
const apps =
  named.length > 0
    ? named
    : await Promise.all(
        (['embedded', 'firebase'] as const).map(
          async (kind) => [kind, (await sharedBuild(kind)).dir] as [string, string],
        ),
      );
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });
const visits = new Map<string, Visit[]>(apps.map(([name]) => [name, []]));
const entries = new Map<string, Entry[]>(apps.map(([name]) => [name, []]));
// In turn, so that a change of the machine's load meets all alike.
for (let round = 0; round < rounds; round++)
  for (const [name, folder] of apps) {
    visits.get(name)?.push(await firstVisit(browser, folder));
    const took = await entry(browser, folder);
    if (took !== null) entries.get(name)?.push(took);
  }
await browser.close();

console.log(`First visits, medians of ${rounds}: Fast 4G, processor ${slower} × slower.\n`);
console.log(
  '| app | first paint | largest | shift | stands | kB until then | requests | kB at rest | requests | longest task | blocking | click until home | until its lists |',
);
console.log(`|${'---|'.repeat(13)}`);
for (const [name, taken] of visits) {
  const of = (value: (visit: Visit) => number) => median(taken.map(value));
  const times = [of((visit) => visit.first), of((visit) => visit.largest)].map(
    (ms) => `${Math.round(ms)} ms`,
  );
  const clicks = entries.get(name) ?? [];
  console.log(
    `| ${[
      name,
      ...times,
      of((visit) => visit.shift).toFixed(3),
      `${Math.round(of((visit) => visit.stands))} ms`,
      Math.round(of((visit) => visit.kB)),
      of((visit) => visit.requests),
      Math.round(of((visit) => visit.kBAtRest)),
      of((visit) => visit.requestsAtRest),
      `${Math.round(of((visit) => visit.longest))} ms`,
      `${Math.round(of((visit) => visit.blocking))} ms`,
      ...(['heading', 'lists'] as const).map((moment) =>
        clicks.length > 0 ? `${Math.round(median(clicks.map((click) => click[moment])))} ms` : '–',
      ),
    ].join(' | ')} |`,
  );
}
