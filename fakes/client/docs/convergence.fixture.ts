/** Steps of tabs that write, lose their network or disk, and converge. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';

import { query } from '#ports/docs/query.ts';

import { connect } from '../client.ts';

import type { ConvergingPage } from './converging-browser.fixture.ts';
import { ConvergingBrowser, pass, questions } from './converging-browser.fixture.ts';

export type ConvergenceStep =
  | { readonly do: 'write'; readonly tab: number; readonly doc: number; readonly n: number }
  | { readonly do: 'burst'; readonly tabs: readonly number[]; readonly doc: number }
  | { readonly do: 'delete'; readonly tab: number; readonly doc: number }
  | { readonly do: 'network' | 'documents'; readonly tab: number; readonly on: boolean }
  | { readonly do: 'open' | 'reload' | 'crash' | 'close'; readonly tab: number }
  /** Crash right after a write, before its outcome is known. */
  | { readonly do: 'crash-writing'; readonly tab: number; readonly doc: number; readonly turns: number }
  /** Delay of the disk from now on, in turns. */
  | { readonly do: 'disk'; readonly tab: number; readonly turns: number }
  /** Whether the disk refuses every write of this tab from now on. */
  | { readonly do: 'full'; readonly tab: number; readonly on: boolean }
  | { readonly do: 'lose-answer' }
  | { readonly do: 'latency'; readonly ms: number }
  | { readonly do: 'pass'; readonly ms: number };

const tab = fc.nat({ max: 5 });

const doc = fc.nat({ max: 3 });

const on = fc.boolean();

const turns = fc.nat({ max: 40 });

const doing = <const Do extends string>(name: Do) => fc.constant(name);

export const convergenceStep: fc.Arbitrary<ConvergenceStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: doing('write'), tab, doc, n: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: doing('burst'), tabs: fc.array(tab, { maxLength: 4 }), doc }) },
  { weight: 1, arbitrary: fc.record({ do: doing('delete'), tab, doc }) },
  { weight: 2, arbitrary: fc.record({ do: doing('network'), tab, on }) },
  { weight: 1, arbitrary: fc.record({ do: doing('documents'), tab, on }) },
  { weight: 2, arbitrary: fc.record({ do: doing('open'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: doing('reload'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: doing('crash'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: doing('close'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: doing('crash-writing'), tab, doc, turns }) },
  { weight: 1, arbitrary: fc.record({ do: doing('disk'), tab, turns }) },
  { weight: 1, arbitrary: fc.record({ do: doing('full'), tab, on }) },
  { weight: 1, arbitrary: fc.record({ do: doing('lose-answer') }) },
  { weight: 1, arbitrary: fc.record({ do: doing('latency'), ms: fc.nat({ max: 900 }) }) },
  { weight: 3, arbitrary: fc.record({ do: doing('pass'), ms: fc.nat({ max: 2000 }) }) },
);

export async function playSteps(steps: readonly ConvergenceStep[]): Promise<void> {
  const cloud = new FakeCloud();
  const browsers = ['browser0', 'browser1'].map((name) => new ConvergingBrowser(cloud, name));
  for (const browser of browsers) browser.open();
  const seen = new Map<string, number[]>();
  const watcher = connect(cloud);
  for (const [collection, field] of [
    ['logs', 'last'],
    ['places', 'place'],
  ] as const)
    watcher.docs.watchQuery(query(collection), {
      next: ({ changes }) => {
        for (const { doc } of changes)
          seen.set(doc.path, [...(seen.get(doc.path) ?? []), Number(doc.data?.[field])]);
      },
    });
  await settle();
  for (const convergenceStep of steps) {
    await take(cloud, browsers, convergenceStep);
    await settle();
  }

  cloud.faults.clear();
  for (const browser of browsers) {
    if (browser.pages.length === 0) browser.open();
    for (const page of browser.pages) {
      page.setFull(false);
      page.client.control.setNetwork(true);
      await page.client.docs.offline.setNetwork(true);
    }
  }
  await cloud.advance(200_000);
  for (const browser of browsers) {
    for (const page of browser.pages) await agrees(cloud, page);
    expect(await browser.local.openTab().list('docs/nobody/queue/')).toEqual([]);
    const made = new Map([...browser.gone, ...browser.pages.map(({ name, made }) => [name, made] as const)]);
    for (const [name, kept] of made) {
      const turns = seen.get(`logs/${name}`) ?? [];
      expect(turns.slice(0, kept)).toEqual(Array.from({ length: kept }, (_, at) => at));
      expect(turns).toEqual(turns.toSorted((one, other) => one - other));
      const { last: _, ...counts } = (await cloud.server.docs.get(`logs/${name}`)).data ?? {};
      expect(Object.values(counts)).toEqual(turns.map(() => 1));
    }
    const places = seen.get(`places/${browser.name}`) ?? [];
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
}

async function agrees(cloud: FakeCloud, page: ConvergingPage): Promise<void> {
  let landed = false;
  void page.client.docs.offline.waitForPendingWrites().then(() => (landed = true));
  await settle();
  expect(landed).toBe(true);
  for (const [at, asked] of questions.entries()) {
    const expected = (await cloud.server.docs.find(asked)).map(({ path, data }) => ({ path, data }));
    const snapshot = page.latest.get(at);
    expect(snapshot?.docs.map(({ path, data }) => ({ path, data }))).toEqual(expected);
    expect(snapshot?.metadata).toEqual({ fromCache: false, hasPendingWrites: false });
  }
}

async function take(
  cloud: FakeCloud,
  browsers: readonly ConvergingBrowser[],
  convergenceStep: ConvergenceStep,
): Promise<void> {
  const place = (at: number) => {
    const browser = browsers[at % 2];
    if (!browser) throw new Error('There are two browsers.');
    const { pages } = browser;
    return { browser, page: pages[Math.floor(at / 2) % Math.max(1, pages.length)] };
  };
  const { browser, page } = place('tab' in convergenceStep ? convergenceStep.tab : 0);
  switch (convergenceStep.do) {
    case 'write':
      page?.write(convergenceStep.doc, convergenceStep.n, browser.nextPlace());
      break;
    case 'burst':
      for (const at of convergenceStep.tabs) place(at).page?.write(convergenceStep.doc, at, null);
      break;
    case 'delete':
      page?.client.docs.write({ type: 'delete', path: `notes/${convergenceStep.doc}` }).catch(() => {});
      break;
    case 'network':
      page?.client.control.setNetwork(convergenceStep.on);
      break;
    case 'documents':
      await page?.client.docs.offline.setNetwork(convergenceStep.on);
      break;
    case 'open':
      browser.open();
      break;
    case 'reload':
      if (!page) break;
      browser.lose(page);
      browser.open(page.crash());
      break;
    case 'crash':
      if (!page) break;
      page.crash();
      browser.lose(page);
      break;
    case 'close':
      if (!page) break;
      browser.lose(page);
      await page.client.dispose();
      break;
    case 'crash-writing':
      if (!page) break;
      browser.lose(page);
      page.write(convergenceStep.doc, 7, browser.nextPlace());
      await pass(convergenceStep.turns);
      page.crash();
      break;
    case 'disk':
      if (page) page.diskTurns = convergenceStep.turns;
      break;
    case 'full':
      page?.setFull(convergenceStep.on);
      break;
    case 'lose-answer':
      cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
      break;
    case 'latency':
      cloud.faults.inject({ kind: 'latency', service: 'docs', ms: convergenceStep.ms, times: 2 });
      break;
    case 'pass':
      await cloud.advance(convergenceStep.ms);
      break;
  }
}

export const writeStep = (tab: number): ConvergenceStep => ({ do: 'write', tab, doc: 0, n: 0 });
