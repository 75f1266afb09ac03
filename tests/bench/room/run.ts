/**
 * `npm run bench:room -- NAME=FOLDER…`: one room with few and with many entries, in Chromium, in turn, for each built app; without
 * arguments this tree's demonstration. Opening in a later visit until the newest entry is visible, processor time of the worker meanwhile, heap after a collection, elements, listeners, the page's
 * processor time at rest, frames over 50 ms while scrolling, a letter typed and a comment that arrives. Medians.
 * `SIZES=100,10000 ROUNDS=3`.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { fillLongRoom, longRoom } from '../../e2e/long-room.ts';
import { sharedBuild } from '../../../tools/shared-builds.ts';
import { enter } from '../enter.ts';
import { median } from '../table.ts';
import { serveShaped, type ShapedSite } from '../visit/site.ts';
import { packed, workerMs } from './stored.ts';
import { openMetrics, type PageMetrics } from '../../page-metrics.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const sizes = (process.env['SIZES'] ?? '100,1000,10000').split(',').map(Number);

const figures = {
  open: 'open, s',
  worker: 'worker while opening, ms',
  heap: 'heap, MB',
  elements: 'elements',
  listeners: 'listeners',
  rest: 'at rest, ms/s',
  longFrames: 'long frames',
  letter: 'letter, ms',
  arrival: 'comment arrives, ms',
} as const;
type Figures = Record<keyof typeof figures, number>;

/** Frames of one scroll through the room. */
const scrolledFrames = 160;
/** Milliseconds of a frame that is seen to stutter. */
const longFrameMs = 50;
/** Length of the measurement at rest. */
const restSeconds = 5;
/** Milliseconds without a request after which a page is at rest. */
const restMs = 4000;

/** Milliseconds until an entry is visible. */
async function openRoom(page: Page, text: string): Promise<number> {
  const from = performance.now();
  await page.goto(`/incidents/${longRoom}`, { waitUntil: 'commit' });
  await page.getByText(text, { exact: false }).last().waitFor({ state: 'visible', timeout: 170_000 });
  return performance.now() - from;
}

/** Ends the cloud, whose last page it is. */
async function leave(page: Page): Promise<void> {
  await page.goto('/favicon.svg');
  await page.waitForTimeout(1000);
}

/** Wheel turns towards older entries, one a frame; the number of frames that took long. */
async function scroll(page: Page): Promise<number> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.mouse.move(width / 2, height / 2);
  await page.evaluate(
    ({ count, limit }) => {
      let [left, long, last] = [count, 0, performance.now()];
      const next = (now: number) => {
        if (now - last > limit) long++;
        last = now;
        if (--left > 0) requestAnimationFrame(next);
        else Object.assign(globalThis, { longFrames: long });
      };
      requestAnimationFrame(next);
    },
    { count: scrolledFrames, limit: longFrameMs },
  );
  const longFrames = () => page.evaluate(() => (globalThis as { longFrames?: number }).longFrames ?? null);
  for (;;) {
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -300);
    const taken = await longFrames();
    if (taken !== null) return taken;
  }
}

/** Milliseconds from the key until the frame that shows its letter; the median of 20. */
async function type(page: Page): Promise<number> {
  const composer = page.getByRole('textbox', { name: 'Comment' });
  await composer.click();
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(globalThis, { letters: taken });
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          taken.push(performance.now() - timeStamp);
          port1.close();
        };
        port2.postMessage(null);
      });
    });
  });
  for (let letter = 0; letter < 20; letter++) await composer.press('x');
  const taken = await page.evaluate(() => (globalThis as unknown as { letters: number[] }).letters);
  await composer.fill('');
  return median(taken);
}

/** Processor time of the page for a comment of another tab, beyond what it takes at rest. */
async function arrive(page: Page, site: ShapedSite, metrics: PageMetrics, rest: number): Promise<number> {
  const other = await page.context().newPage();
  await enter(other, 'Diego Ramírez');
  await other.goto(`/incidents/${longRoom}`);
  const composer = other.getByRole('textbox', { name: 'Comment' });
  await composer.fill('From another tab');
  await page.bringToFront();
  await page.keyboard.press('Escape');
  // The other tab's typing is shown, and its requests are over.
  await site.quiet(restMs);
  const before = await metrics.taskMs();
  const from = performance.now();
  await composer.press('Control+Enter');
  await page.getByText('From another tab', { exact: true }).waitFor();
  const took = (await metrics.taskMs()) - before - (rest * (performance.now() - from)) / 1000;
  await other.close();
  return Math.max(0, took);
}

async function measure(browser: Browser, folder: string, size: number): Promise<Figures> {
  const site = await serveShaped(folder, false);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: site.url });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await enter(page, 'Priya Nair');
  await fillLongRoom(page, size);
  const newest = `Entry ${size - 1}:`;
  // Starts after the first one: by then long collections are packed.
  await openRoom(page, newest);
  await packed(page);
  await leave(page);
  const worker = await workerMs(browser, () => openRoom(page, newest));
  await leave(page);
  const open = await openRoom(page, newest);
  const metrics = await openMetrics(page);
  await site.quiet(restMs);
  const started = await metrics.taskMs();
  await page.waitForTimeout(restSeconds * 1000);
  const rest = ((await metrics.taskMs()) - started) / restSeconds;
  const counts = await metrics.counts();
  const letter = await type(page);
  const arrival = await arrive(page, site, metrics, rest);
  const longFrames = await scroll(page);
  await context.close();
  await site.close();
  return { open: open / 1000, worker, ...counts, rest, longFrames, letter, arrival };
}

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const named = process.argv.slice(2).map((text) => text.split('=') as [string, string]);
const apps = named.length > 0 ? named : [['this', (await sharedBuild('embedded')).dir] as [string, string]];
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });
const taken = new Map<string, Figures[]>();
// In turn, so that a change of the machine's load meets all alike.
for (let round = 0; round < rounds; round++)
  for (const size of sizes)
    for (const [name, folder] of apps) {
      const key = `${name}, ${size} entries`;
      taken.set(key, [...(taken.get(key) ?? []), await measure(browser, folder, size)]);
    }
await browser.close();

console.log(`A room, medians of ${rounds}; ${scrolledFrames} frames of scrolling.\n`);
console.log(`| app | ${Object.values(figures).join(' | ')} |`);
console.log(`|---|${'---|'.repeat(Object.keys(figures).length)}`);
for (const [name, rows] of taken) {
  const values = (Object.keys(figures) as (keyof Figures)[]).map((figure) => {
    const value = median(rows.map((row) => row[figure]));
    return value < 20 ? value.toFixed(1) : String(Math.round(value));
  });
  console.log(`| ${name} | ${values.join(' | ')} |`);
}
