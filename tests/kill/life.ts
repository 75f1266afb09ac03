/** The life of one profile: its browser writes, is killed and started again, and what was acknowledged is looked for. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { seededRandom } from '#fakes/cloud/random.ts';
import { startKillable, startUnseen } from './browser.ts';
import { type Acknowledged, documentsOfBatch, type Found } from './protocol.ts';

/** What one kill came to. */
export interface Outcome {
  readonly acknowledged: number;
  /** What is not there, and what is there twice or in part. */
  readonly lost: readonly string[];
}

interface Life {
  readonly url: string;
  /** A folder. */
  readonly profile: string;
  /** All chance comes from it: what is written, and when the browser is killed. */
  readonly seed: string;
  readonly kills: number;
  /** Called when the browser has been started again after a kill. */
  told(outcome: Outcome): void;
}

const tabs = 2;
/** For how long they write. */
const [shortestMs, longestMs] = [150, 1500];
/** How many kills of a hundred come while the browser starts and the cloud is restored. */
const earlyPercent = 15;

export async function live({ url, profile, seed, kills, told }: Life): Promise<void> {
  const random = seededRandom(seed);
  let written: { readonly round: number; readonly acknowledged: readonly Acknowledged[] } | null = null;
  const judge = async (page: Page) => {
    // What is told of later, by a process that was slow to pass it on, is not asked of the page either.
    if (written) told(await outcomeOf(page, written.round, [...written.acknowledged]));
    written = null;
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
    const browser = await startKillable(profile);
    try {
      const first = await openPage(browser.context, url, acknowledged);
      await judge(first);
      const pages = [first];
      while (pages.length < tabs) pages.push(await openPage(browser.context, url, acknowledged));
      for (const [tab, page] of pages.entries())
        await page.evaluate(([n, number, chance]) => window.page?.load(n, number, chance), [
          round,
          tab,
          `${seed}/${round}`,
        ] as const);
      await wait(writesFor);
    } finally {
      await browser.kill();
    }
    written = { round, acknowledged };
  }
  const browser = await startKillable(profile);
  try {
    await judge(await openPage(browser.context, url, []));
  } finally {
    await browser.kill();
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
  const of = (kind: Acknowledged['kind']) =>
    writes.filter((write) => write.kind === kind).map(({ id }) => id);
  const found = await page.evaluate(([n, incidents]) => window.page?.found(n, incidents), [
    round,
    of('incident'),
  ] as const);
  if (!found) throw new Error('The page is not ready.');
  const missing = (kind: Acknowledged['kind'], there: readonly string[]) => {
    const set = new Set(there);
    return of(kind)
      .filter((id) => !set.has(id))
      .map(
        (id) =>
          `${kind} ${id} is lost (write ${writes.findIndex((write) => write.id === id) + 1} of ${writes.length})`,
      );
  };
  const profile = Math.max(0, ...of('profile').map(Number));
  const lost = [
    ...missing('document', found.documents),
    ...missing('batch', Object.keys(found.batches)),
    ...missing('count', found.counts),
    ...missing('file', found.files),
    ...missing('value', found.values),
    ...missing('incident', found.incidents),
    ...(found.profile < profile ? [`profile ${profile} is lost: it is ${found.profile}`] : []),
    ...broken(found),
  ];
  return { acknowledged: writes.length, lost };
}

/** What is there of batches is whole, and every increment is counted once. */
const broken = ({ batches, sum, summed }: Found): readonly string[] => [
  ...Object.entries(batches)
    .filter(([, parts]) => parts !== documentsOfBatch)
    .map(([batch, parts]) => `batch ${batch} has ${parts} of its documents`),
  ...(sum === summed ? [] : [`${summed} increments make ${sum}`]),
];
