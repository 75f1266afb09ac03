/**
 * Convergence under any failures of connections, tabs and answers: every write lands once, in order, also after its tab is gone;
 * all clients show the same in the end.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { assertProperty } from '../../../tests/property.ts';
import { connect, type EmbeddedClient } from '../client.ts';
import type { StorageState } from '#provider-kit/storage-health.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';

type Step =
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
const step: fc.Arbitrary<Step> = fc.oneof(
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

const questions = [
  query('notes'),
  query('notes', where('n', '>', 1), orderBy('n', 'desc'), limit(2)),
  query('notes', where('by', '==', 'browser0')),
];

/** A page load in a tab, from its loading to its end. */
class Page {
  readonly client: EmbeddedClient;
  readonly name: string;
  readonly browser: Browser;
  made = 0;
  readonly latest = new Map<number, QuerySnapshot>();
  private readonly share: TabStore;
  diskTurns = 0;
  private full = false;
  private unstored = 0;
  /** Number of writes made when the disk became full. */
  private madeBeforeFull = 0;

  constructor(browser: Browser, name: string, networkOn = true) {
    this.browser = browser;
    this.name = name;
    this.share = browser.local.openTab();
    const slow = slowDisk(
      this.share,
      () => this.diskTurns,
      () => this.full,
    );
    const stores = { local: { openTab: () => slow }, session: memoryStore() };
    const storage = {
      failed: () => {},
      changed: ({ unstoredWrites }: StorageState) => {
        this.unstored = unstoredWrites;
      },
    };
    this.client = connect(browser.cloud, { stores, storage });
    this.client.control.setNetwork(networkOn);
    questions.forEach((asked, at) =>
      this.client.docs.watchQuery(
        asked,
        { next: (snapshot) => void this.latest.set(at, snapshot) },
        { includeMetadataChanges: true },
      ),
    );
  }

  /** Counts each write in a field of its own, so that a repeated or reordered write shows. */
  write(doc: number, n: number, place: number | null): void {
    const turn = this.made++;
    const merge = true as const;
    const log = { [`turn${turn}`]: increment(1), last: turn };
    const note = { n, by: this.browser.name, count: increment(1) };
    const writes = [
      { type: 'set' as const, path: `logs/${this.name}`, merge, data: log },
      { type: 'set' as const, path: `notes/${doc}`, merge, data: note },
    ];
    const placed = { type: 'set' as const, path: `places/${this.browser.name}`, data: { place } };
    this.client.docs.batch(place === null ? writes : [...writes, placed]).catch(() => {});
  }

  setFull(full: boolean): void {
    if (this.isStored()) this.madeBeforeFull = this.made;
    this.full = full;
  }

  /** Number of writes that are surely stored. */
  stored(): number {
    return this.isStored() ? this.made : this.madeBeforeFull;
  }

  private isStored(): boolean {
    return !this.full && this.unstored === 0;
  }

  /** Ends the page without notice; returns whether the network was on. */
  crash(): boolean {
    const { control } = this.client;
    const on = control.networkOnline();
    this.share.close();
    control.setNetwork(false);
    return on;
  }
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

/** A store that writes in order, each write after `turns()` turns, and refuses it while it is full. */
function slowDisk(tab: TabStore, turns: () => number, full: () => boolean): TabStore {
  let last: Promise<void> = Promise.resolve();
  const write: TabStore['write'] = (changes) => {
    const written = last
      .then(() => pass(turns()))
      .then(() => {
        if (full()) throw new Error('The disk is full.');
        return tab.write(changes);
      });
    last = written.catch(() => {});
    return written;
  };
  return {
    write,
    set: (key, value) => write([[key, value]]),
    remove: (key) => write([[key, undefined]]),
    get: (key) => tab.get(key),
    list: (prefix) => tab.list(prefix),
    onChange: (key, next) => tab.onChange(key, next),
    say: (topic, message) => tab.say(topic, message),
    onSaid: (topic, next) => tab.onSaid(topic, next),
    lock: (name) => tab.lock(name),
    share: (name) => tab.share(name),
    tryLock: (name) => tab.tryLock(name),
    close: () => tab.close(),
  };
}

class Browser {
  readonly local = memoryStore();
  readonly cloud: FakeCloud;
  readonly name: string;
  pages: Page[] = [];
  /** Pages that are gone, with how many of their writes were surely kept by then. */
  readonly gone = new Map<string, number>();
  private opened = 0;
  private places = 0;

  constructor(cloud: FakeCloud, name: string) {
    this.cloud = cloud;
    this.name = name;
  }

  open(networkOn = true): void {
    if (this.pages.length < 4) this.pages.push(new Page(this, `${this.name}-${this.opened++}`, networkOn));
  }

  lose(page: Page, kept = page.stored()): void {
    this.gone.set(page.name, kept);
    this.pages = this.pages.filter((other) => other !== page);
  }

  nextPlace(): number {
    return this.places++;
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const cloud = new FakeCloud();
  const browsers = ['browser0', 'browser1'].map((name) => new Browser(cloud, name));
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
  for (const step of steps) {
    await take(cloud, browsers, step);
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

async function agrees(cloud: FakeCloud, page: Page): Promise<void> {
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

async function take(cloud: FakeCloud, browsers: readonly Browser[], step: Step): Promise<void> {
  const place = (at: number) => {
    const browser = browsers[at % 2];
    if (!browser) throw new Error('There are two browsers.');
    const { pages } = browser;
    return { browser, page: pages[Math.floor(at / 2) % Math.max(1, pages.length)] };
  };
  const { browser, page } = place('tab' in step ? step.tab : 0);
  switch (step.do) {
    case 'write':
      page?.write(step.doc, step.n, browser.nextPlace());
      break;
    case 'burst':
      for (const at of step.tabs) place(at).page?.write(step.doc, at, null);
      break;
    case 'delete':
      page?.client.docs.write({ type: 'delete', path: `notes/${step.doc}` }).catch(() => {});
      break;
    case 'network':
      page?.client.control.setNetwork(step.on);
      break;
    case 'documents':
      await page?.client.docs.offline.setNetwork(step.on);
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
      page.write(step.doc, 7, browser.nextPlace());
      await pass(step.turns);
      page.crash();
      break;
    case 'disk':
      if (page) page.diskTurns = step.turns;
      break;
    case 'full':
      page?.setFull(step.on);
      break;
    case 'lose-answer':
      cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
      break;
    case 'latency':
      cloud.faults.inject({ kind: 'latency', service: 'docs', ms: step.ms, times: 2 });
      break;
    case 'pass':
      await cloud.advance(step.ms);
      break;
  }
}

const write = (tab: number): Step => ({ do: 'write', tab, doc: 0, n: 0 });

/** Histories that went wrong once. */
const found: Readonly<Record<string, readonly Step[]>> = {
  'a write settled just when the disk had been written': [
    write(3),
    { do: 'crash-writing', tab: 3, doc: 0, turns: 0 },
    write(0),
    { do: 'documents', tab: 0, on: false },
    { do: 'lose-answer' },
  ],
  'a tab that opens between the answer to a write and its removal from the disk': [
    { do: 'open', tab: 0 },
    { do: 'documents', tab: 1, on: false },
    { do: 'burst', tabs: [0], doc: 0 },
    { do: 'open', tab: 0 },
  ],
  'a tab that dies when its write is on the disk and nobody has heard of it': [
    { do: 'open', tab: 0 },
    { do: 'crash-writing', tab: 2, doc: 0, turns: 4 },
    { do: 'network', tab: 0, on: true },
    write(0),
  ],
  'a lost answer, when the next to send begins with another write': [
    { do: 'open', tab: 0 },
    { do: 'lose-answer' },
    { do: 'burst', tabs: [2, 0], doc: 0 },
    write(0),
    { do: 'close', tab: 0 },
    { do: 'open', tab: 0 },
  ],
  'a write that the sender saw accepted before it found it on the disk of the tab that made it': [
    { do: 'open', tab: 0 },
    { do: 'network', tab: 2, on: false },
    { do: 'open', tab: 0 },
    { do: 'crash-writing', tab: 0, doc: 0, turns: 4 },
    { do: 'crash', tab: 1 },
    { do: 'open', tab: 0 },
    write(0),
  ],
  'a lost answer that another tab knew before it knew of the write': [
    { do: 'latency', ms: 1 },
    { do: 'close', tab: 3 },
    { do: 'open', tab: 3 },
    { do: 'lose-answer' },
    { do: 'open', tab: 3 },
    write(1),
  ],
  'a tab that dies when it has taken a settled write off the disk and told nobody': [
    { do: 'open', tab: 0 },
    { do: 'documents', tab: 2, on: false },
    { do: 'crash-writing', tab: 0, doc: 0, turns: 11 },
    { do: 'latency', ms: 0 },
    { do: 'open', tab: 0 },
    write(0),
  ],
  'a tab that opens after the disk has refused a write of a tab that does not send': [
    { do: 'documents', tab: 1, on: false },
    { do: 'full', tab: 1, on: true },
    { do: 'burst', tabs: [1], doc: 0 },
    { do: 'open', tab: 1 },
    write(1),
  ],
  'a write that the disk of its tab refused, and that another tab sent before it closed': [
    { do: 'full', tab: 0, on: true },
    { do: 'network', tab: 0, on: false },
    write(0),
    { do: 'open', tab: 0 },
    { do: 'close', tab: 2 },
    write(0),
    { do: 'crash-writing', tab: 3, doc: 0, turns: 0 },
  ],
  'a tab that opens beside an offline tab, which stores an older state than another tab has': [
    { do: 'open', tab: 0 },
    { do: 'network', tab: 3, on: false },
    { do: 'open', tab: 3 },
    { do: 'burst', tabs: [3, 2], doc: 0 },
    { do: 'write', tab: 0, doc: 1, n: 0 },
    { do: 'open', tab: 1 },
    { do: 'pass', ms: 0 },
  ],
  'a slow disk, and a sender that is faster': [
    { do: 'disk', tab: 1, turns: 4 },
    { do: 'open', tab: 3 },
    { do: 'network', tab: 1, on: false },
    { do: 'delete', tab: 1, doc: 0 },
    { do: 'close', tab: 0 },
    { do: 'delete', tab: 0, doc: 0 },
    write(0),
  ],
};

it.each(Object.entries(found))('converges after %s', async (_name, steps) => {
  await expect(play(steps)).resolves.toBeUndefined();
});

it('converges, with every write done once and in order', async () => {
  await assertProperty(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 50 }), play), {
    numRuns: 250,
  });
}, 240_000);
