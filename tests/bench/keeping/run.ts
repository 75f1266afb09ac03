/**
 * `npm run bench:keeping`: what a kept write costs the thread that hosts the cloud, in Chromium, by how many documents there are,
 * beside writing the whole service anew. Processor time of that thread, IndexedDB's own threads and processes not counted.
 */
import { cpus } from 'node:os';
import { type CDPSession, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { servePage } from '../../endurance/kill/site.ts';
import { median } from '../table.ts';
import type { KeepingPage } from './page.ts';

const sizes = [100, 1000, 10_000, 50_000];
const rounds = 5;
const writesOfRound = 200;

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const site = await servePage('tests/bench/keeping/page.html');
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });
const page = await browser.newPage();
await page.goto(site.url);
await page.waitForFunction(() => window.keeping !== undefined);
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

/** Milliseconds that the page's thread has worked. */
async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function cost(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = await worked(session);
  await run();
  return ((await worked(session)) - before) / times;
}

const restart = async (whole: Parameters<KeepingPage['restart']>[0]): Promise<number> =>
  (await page.evaluate((from) => window.keeping?.restart(from), whole)) ?? 0;

console.log(
  `Chromium ${browser.version()}, ${cpus().length} cores, medians of ${rounds} rounds, milliseconds.\n`,
);
console.log(
  '| documents | a write | the whole service anew | ratio | start | start from whole services | start from blocks |',
);
console.log('|---|---|---|---|---|---|---|');
for (const size of sizes) {
  await page.evaluate((documents) => window.keeping?.prepare(documents), size);
  const [kept, whole, starts, wholeStarts]: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    kept?.push(
      await cost(() => page.evaluate((n) => window.keeping?.write(n), writesOfRound), writesOfRound),
    );
    whole?.push(await cost(() => page.evaluate((n) => window.keeping?.writeWhole(n), 4), 4));
    starts?.push(await restart(false));
    wholeStarts?.push(await restart(true));
  }
  await page.evaluate(() => window.keeping?.pack());
  const blockStarts: number[] = [];
  for (let round = 0; round < rounds; round++) blockStarts.push(await restart(false));
  const [one, other, start, wholeStart, blockStart] = [kept, whole, starts, wholeStarts, blockStarts].map(
    (times) => median(times ?? []),
  );
  const cells = [one?.toFixed(2), other?.toFixed(1), `${((other ?? 0) / (one ?? 1)).toFixed(0)} ×`];
  console.log(
    `| ${size.toLocaleString('en')} | ${cells.join(' | ')} | ${start?.toFixed(0)} | ${wholeStart?.toFixed(0)} | ${blockStart?.toFixed(0)} |`,
  );
}
await browser.close();
await site.close();
