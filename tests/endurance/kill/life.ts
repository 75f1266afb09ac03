/**
 * The life of one profile: its browser writes, is killed and started again, and what was acknowledged is looked for. Chromium 156 that is
 * killed while its LevelDB compacts may find the files damaged, and then begins all databases of the site anew; no page can hinder
 * it. A mark in a database of the page's own tells such a loss from one of Muster's.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { seededRandom } from '#provider-kit/random.ts';
import { type Killable, startKillable, startUnseen } from './browser.ts';
import { incidentsOf, checkWrites, type Outcome } from './check-writes.ts';
import type { Acknowledged } from './protocol.ts';

/** Notice to a person whose writes are stored in memory only: then no promise is made. */
const notKept = /does not let Muster keep anything/;
/** Most restarts of a browser without storage before the test gives up. */
const mostStarts = 5;

interface Life {
  readonly url: string;
  /** A folder. */
  readonly profile: string;
  /** Seed of all chance: the writes, and the time of the kill. */
  readonly seed: string;
  readonly kills: number;
  /** Called after each restart that follows a kill. */
  told(outcome: Outcome): void;
}

const tabs = 2;
/** Range of the writing time. */
const [shortestMs, longestMs] = [150, 1500];
/** Percentage of kills while the browser starts and the cloud is restored. */
const earlyPercent = 15;

export async function live({ url, profile, seed, kills, told }: Life): Promise<void> {
  const random = seededRandom(seed);
  let written: { readonly round: number; readonly acknowledged: readonly Acknowledged[] } | null = null;
  const checked = async ({ first, isKept }: Started): Promise<boolean> => {
    // Acknowledgements that a slow process reports later are not expected of the page either.
    const outcome = written && (await outcomeOf(first, written.round, [...written.acknowledged]));
    // On a loaded machine the notice of missing storage may come after the page is ready: then this browser has loaded nothing.
    if (!isKept()) return false;
    if (outcome) told(outcome);
    written = null;
    return true;
  };
  for (let round = 0; round < kills; round++) {
    const acknowledged: Acknowledged[] = [];
    const early = round > 0 && random.integer(100) < earlyPercent;
    const writesFor = shortestMs + random.integer(longestMs - shortestMs);
    if (early) {
      const unseen = startUnseen(profile, url);
      await wait(writesFor);
      await unseen.kill();
      told({ acknowledged: 0, lost: [] });
      continue;
    }
    const { browser, first, isKept } = await startKept(profile, url, acknowledged, checked);
    let kept = false;
    try {
      const pages = [first];
      while (pages.length < tabs) pages.push(await openPage(browser.context, url, acknowledged));
      await first.evaluate((n) => window.page?.mark(n), round);
      for (const [tab, page] of pages.entries())
        await page.evaluate(([n, number, chance]) => window.page?.load(n, number, chance), [
          round,
          tab,
          `${seed}/${round}`,
        ] as const);
      await wait(writesFor);
      kept = isKept();
    } finally {
      await browser.kill();
    }
    if (kept) written = { round, acknowledged };
    else console.warn(`Life ${round} said that it keeps nothing: its writes are not looked for.`);
  }
  const { browser } = await startKept(profile, url, [], checked);
  await browser.kill();
}

interface Started {
  readonly browser: Killable;
  readonly first: Page;
  /** False once the demonstration has said that it keeps nothing. */
  isKept(): boolean;
}

/** A browser whose demonstration reads what was kept: one that says it can't, until `checked` has looked, is started again. */
async function startKept(
  profile: string,
  url: string,
  acknowledged: Acknowledged[],
  checked: (started: Started) => Promise<boolean>,
): Promise<Started> {
  for (let start = 1; ; start++) {
    const browser = await startKillable(profile);
    let isKept = true;
    browser.context.on('console', (message) => {
      if (notKept.test(message.text())) isKept = false;
    });
    const first = await openPage(browser.context, url, acknowledged).catch(async (error: unknown) => {
      await browser.kill();
      throw error;
    });
    const started: Started = { browser, first, isKept: () => isKept };
    const looked = await checked(started).catch(async (error: unknown) => {
      await browser.kill();
      throw error;
    });
    if (looked) return started;
    await browser.kill();
    if (start === mostStarts) throw new Error(`The browser gave no storage in ${mostStarts} starts.`);
    console.warn('The browser gave no storage: it is started again.');
  }
}

async function openPage(context: BrowserContext, url: string, acknowledged: Acknowledged[]): Promise<Page> {
  const page = await context.newPage();
  if (process.env['KILL_VERBOSE']) page.on('console', (message) => console.log(message.text()));
  await page.exposeBinding('acknowledged', (_, write: Acknowledged) => void acknowledged.push(write));
  await page.goto(url);
  await page.waitForFunction(() => window.page !== undefined);
  return page;
}

async function outcomeOf(page: Page, round: number, writes: readonly Acknowledged[]): Promise<Outcome> {
  const found = await page.evaluate(([n, incidents]) => window.page?.found(n, incidents), [
    round,
    incidentsOf(writes),
  ] as const);
  if (!found) throw new Error('The page is not ready.');
  if (!(await page.evaluate((n) => window.page?.isMarked(n), round))) {
    console.warn(
      `Chromium lost every database of the site: what was written in round ${round} is not looked for.`,
    );
    return { acknowledged: 0, lost: [] };
  }
  return checkWrites(found, writes);
}
