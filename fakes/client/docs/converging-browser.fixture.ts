/** Tabs of a browser with a slow or full disk, and the queries that they show. */

import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { connect, type EmbeddedClient } from '../client.ts';
import type { StorageState } from '#provider-kit/storage-health.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';

export const questions = [
  query('notes'),
  query('notes', where('n', '>', 1), orderBy('n', 'desc'), limit(2)),
  query('notes', where('by', '==', 'browser0')),
];

/** A page load in a tab, from its loading to its end. */
export class ConvergingPage {
  readonly client: EmbeddedClient;
  readonly name: string;
  readonly browser: ConvergingBrowser;
  made = 0;
  readonly latest = new Map<number, QuerySnapshot>();
  private readonly share: TabStore;
  diskTurns = 0;
  private full = false;
  private unstored = 0;
  /** Number of writes made when the disk became full. */
  private madeBeforeFull = 0;

  constructor(browser: ConvergingBrowser, name: string, networkOn = true) {
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

export async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

/** A store that writes in order, each write after `turns()` turns, and refuses it while it is full. */
function slowDisk(tab: TabStore, turns: () => number, full: () => boolean): TabStore {
  let last: Promise<void> = Promise.resolve();
  const writeStep: TabStore['write'] = (changes) => {
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
    write: writeStep,
    set: (key, value) => writeStep([[key, value]]),
    remove: (key) => writeStep([[key, undefined]]),
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

export class ConvergingBrowser {
  readonly local = memoryStore();
  readonly cloud: FakeCloud;
  readonly name: string;
  pages: ConvergingPage[] = [];
  /** Pages that are gone, with how many of their writes were surely kept by then. */
  readonly gone = new Map<string, number>();
  private opened = 0;
  private places = 0;

  constructor(cloud: FakeCloud, name: string) {
    this.cloud = cloud;
    this.name = name;
  }

  open(networkOn = true): void {
    if (this.pages.length < 4)
      this.pages.push(new ConvergingPage(this, `${this.name}-${this.opened++}`, networkOn));
  }

  lose(page: ConvergingPage, kept = page.stored()): void {
    this.gone.set(page.name, kept);
    this.pages = this.pages.filter((other) => other !== page);
  }

  nextPlace(): number {
    return this.places++;
  }
}
