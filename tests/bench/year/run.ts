/**
 * The year view of ten schedules of 50 people in Chromium: rendered, edited, saved; beside the same shifts in FullCalendar. Processor
 * time of the page's thread, with layout and painting of what is seen; the cloud runs in it too. Part of `npm run bench:rota`.
 */
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { servePage } from '../../endurance/kill/site.ts';
import { median } from '../table.ts';
import type { PeerPage, YearPage } from './pages.ts';
import { schedules } from './schedules.ts';

const rounds = 3;

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const sites = [await servePage('tests/bench/year/page.html'), await servePage('tests/bench/peers/year.html')];
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });

interface Measured {
  readonly page: Page;
  readonly session: CDPSession;
}

async function open(url: string | undefined): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url ?? '');
  await page.waitForFunction(() => 'year' in window || 'peer' in window);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Milliseconds that the page's thread has worked. */
async function worked({ session }: Measured): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function cost(measured: Measured, run: () => Promise<unknown>): Promise<number> {
  const before = await worked(measured);
  await run();
  return (await worked(measured)) - before;
}

const [muster, peer] = [await open(sites[0]?.url), await open(sites[1]?.url)];
const year = (name: keyof YearPage, index = 0) => muster.page.evaluate(`window.year.${name}(${index})`);
const other = (name: keyof PeerPage, index = 0) => peer.page.evaluate(`window.peer.${name}(${index})`);

await year('prepare');
const times = new Map<string, number[]>();
const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time]);
for (let round = 0; round <= rounds; round += 1) {
  // The first round warms up.
  const take = (name: string, time: number) => (round === 0 ? undefined : note(name, time));
  take('rendered', await cost(muster, () => year('show')));
  await year('hide');
  take('rendered, FullCalendar', await cost(peer, () => other('show')));
  take('one schedule replaced, FullCalendar', await cost(peer, () => other('edit', round)));
  await other('hide');
  await year('open', round);
  take('one schedule edited', await cost(muster, () => year('edit')));
  take('one schedule saved', await cost(muster, () => year('save')));
  await year('hide');
}
console.log(`Chromium ${browser.version()}, ${schedules.length} schedules, medians of ${rounds} rounds.`);
for (const [name, all] of times)
  console.log(
    `${name}: ${median(all).toFixed(0)} ms (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`,
  );
await browser.close();
for (const site of sites) await site.close();
