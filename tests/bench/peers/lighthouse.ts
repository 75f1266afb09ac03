/**
 * `npm run bench:lighthouse -- NAME=FOLDER…`: Lighthouse's scores of the demonstration (its mobile settings) for the sign-in screen, home and
 * a room, cold caches, somebody signed in for the latter two; built apps in turn. Without arguments: this tree's build.
 * `ROUNDS=5 SCREENS=sign-in,home,room`. The last three figures are of the same visit's trace, by processor time: on a busy machine Lighthouse
 * takes a wait for the processor for work. The score is Lighthouse's own, with that blocking time in the place of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse, { Audit, type Result } from 'lighthouse';
import puppeteer, { type Page } from 'puppeteer-core';
import { sharedBuild } from '../../../tools/shared-builds.ts';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { median } from '../table.ts';
import { tasksOf } from '../../page-tasks.ts';
import { serveShaped } from '../visit/site.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const audits = {
  'first-contentful-paint': 'first paint, ms',
  'largest-contentful-paint': 'largest paint, ms',
  'total-blocking-time': 'blocking, ms',
  'cumulative-layout-shift': 'shift',
} as const;
const traced = {
  longest: 'longest task, processor ms × 4',
  blocking: 'blocking, processor ms × 4',
  score: 'performance by processor time',
} as const;
const columns = [...categories, ...Object.keys(audits), ...Object.keys(traced)];
/** Lighthouse's own for mobile: blocking times, in milliseconds, that score 0.9 and 0.5. */
const blockingPoints = { p10: 200, median: 600 };
/** How many times slower a phone's processor is, to Lighthouse. */
const slower = 4;

/** Pause after a screen, in milliseconds, before the measured visit begins. */
const restMs = 3_000;
const rest = () => new Promise((resolve) => setTimeout(resolve, restMs));

/** Address of a screen, with what it needs in the page's storage. */
const screens: Readonly<Record<string, (page: Page, site: string) => Promise<string>>> = {
  'sign-in': async (_page, site) => `${site}/signin`,
  async home(page, site) {
    await enter(page, site);
    return page.url();
  },
  async room(page, site) {
    await enter(page, site);
    await page.goto(`${page.url().replace(/\/$/, '')}/incidents`);
    const address = await page.waitForFunction(
      () =>
        Array.from(document.querySelectorAll('main a'), (link) => (link as HTMLAnchorElement).href).find(
          (href) => /\/incidents\/./.test(href),
        ) ?? null,
    );
    return String(await address.jsonValue());
  },
};

const measured = process.env['SCREENS']?.split(',') ?? Object.keys(screens);

async function enter(page: Page, site: string): Promise<void> {
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${site}/signin`);
  const person = await page.waitForSelector('::-p-text(Diego Ramírez)');
  await rest();
  await person?.click();
  await page.waitForFunction(() => document.querySelector('main h1')?.textContent.endsWith(', now'));
  await rest();
}

async function measure(
  program: string,
  folder: string,
  screen: string,
): Promise<ReadonlyMap<string, number>> {
  const site = await serveShaped(folder, false);
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'muster-lighthouse-'));
  const browser = await puppeteer.launch({ executablePath: program, args: chromiumFlags, userDataDir });
  try {
    const page = await browser.newPage();
    const address = await screens[screen]?.(page, site.url);
    const options = { disableStorageReset: true, onlyCategories: [...categories] };
    const { lhr, artifacts } = (await lighthouse(address, options, undefined, page)) ?? {};
    if (!lhr || !artifacts) throw new Error(`Lighthouse measured nothing of ${screen}.`);
    const { longest, blocking } = tasksOf(artifacts.Trace.traceEvents, slower);
    const score = scoreWith(lhr, blocking);
    return new Map([...figuresOf(lhr), ['longest', longest], ['blocking', blocking], ['score', score]]);
  } finally {
    await browser.close();
    await site.close();
    await rm(userDataDir, { recursive: true, force: true });
  }
}

const figuresOf = (lhr: Result): ReadonlyMap<string, number> =>
  new Map([
    ...categories.map((name): [string, number] => [
      name,
      Math.round((lhr.categories[name]?.score ?? 0) * 100),
    ]),
    ...Object.keys(audits).map((name): [string, number] => [
      name,
      lhr.audits[name]?.numericValue ?? Number.NaN,
    ]),
  ]);

/** Score of performance, 0 to 100, with another blocking time, in milliseconds: the weighted mean of its audits. */
function scoreWith({ audits: results, categories: scored }: Result, blocking: number): number {
  const weighted = (scored['performance']?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const scoreOf = (id: string) =>
    id === 'total-blocking-time'
      ? Audit.computeLogNormalScore(blockingPoints, blocking)
      : (results[id]?.score ?? 0);
  const sum = weighted.reduce((total, { id, weight }) => total + weight * scoreOf(id), 0);
  return (100 * sum) / weighted.reduce((total, { weight }) => total + weight, 0);
}

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const named = process.argv.slice(2).map((text) => text.split('=') as [string, string]);
const apps = named.length > 0 ? named : [['this', (await sharedBuild('embedded')).dir] as [string, string]];
const taken = new Map<string, ReadonlyMap<string, number>[]>();
// In turn, so that a change of the machine's load meets all alike.
for (let round = 0; round < rounds; round++)
  for (const screen of measured)
    for (const [app, folder] of apps) {
      const key = `${app}, ${screen}`;
      taken.set(key, [...(taken.get(key) ?? []), await measure(program, folder, screen)]);
    }

console.log(
  `Lighthouse, mobile; medians of ${rounds}, and each performance score, with the one by processor time in brackets.\n`,
);
console.log(
  `| app, screen | ${[...categories, ...Object.values(audits), ...Object.values(traced)].join(' | ')} | each |`,
);
console.log(`|---|${'---|'.repeat(columns.length + 1)}`);
for (const [key, figures] of taken) {
  const cell = (name: string) => {
    const value = median(figures.map((one) => one.get(name) ?? Number.NaN));
    return name === 'cumulative-layout-shift' ? value.toFixed(3) : String(Math.round(value));
  };
  console.log(
    `| ${key} | ${columns.map(cell).join(' | ')} | ${figures.map((one) => `${one.get('performance')} (${Math.round(one.get('score') ?? 0)})`).join(', ')} |`,
  );
}
