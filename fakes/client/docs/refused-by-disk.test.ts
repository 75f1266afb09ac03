/** A write that the disk refuses in the tab that makes it, and that another tab sends: done once, and not stored after it has landed. */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { increment } from '#ports/docs/values.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { StorageState } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import { connect, type EmbeddedClient } from '../client.ts';

/** More writes than the server remembers of one queue. */
const manyWrites = 40;
const minute = 60_000;

/** A browser with a tab that is offline and whose disk is full, until `makeRoom`. */
class Browser {
  readonly cloud = new FakeCloud();
  readonly local = memoryStore();
  readonly states: StorageState[] = [];
  /** Messages of other tabs that the tab with the full disk has not heard yet; `null` while it hears them at once. */
  private delayed: (() => void)[] | null = null;
  private full = true;

  openFull(): EmbeddedClient {
    const tab = this.local.openTab();
    const write: TabStore['write'] = (changes) =>
      this.full ? Promise.reject(new Error('The disk is full.')) : tab.write(changes);
    const share: TabStore = {
      write,
      set: (key, value) => write([[key, value]]),
      remove: (key) => write([[key, undefined]]),
      get: (key) => tab.get(key),
      list: (prefix) => tab.list(prefix),
      onChange: (key, next) => tab.onChange(key, next),
      say: (topic, message) => tab.say(topic, message),
      onSaid: (topic, next) =>
        tab.onSaid(topic, (message) => {
          if (this.delayed) this.delayed.push(() => next(message));
          else next(message);
        }),
      lock: (name) => tab.lock(name),
      share: (name) => tab.share(name),
      tryLock: (name) => tab.tryLock(name),
      close: () => tab.close(),
    };
    const client = connect(this.cloud, {
      stores: { local: { openTab: () => share }, session: memoryStore() },
      storage: { failed: () => {}, changed: (state) => void this.states.push(state) },
    });
    client.control.setNetwork(false);
    return client;
  }

  open(): EmbeddedClient {
    return connect(this.cloud, { stores: { local: this.local, session: memoryStore() } });
  }

  delayMessages(): void {
    this.delayed = [];
  }

  hearMessages(): void {
    const { delayed } = this;
    this.delayed = null;
    for (const hear of delayed ?? []) hear();
  }

  /** Lets the disk take writes again, and waits until it has been tried. */
  async makeRoom(): Promise<void> {
    this.full = false;
    await this.cloud.advance(5 * minute);
  }

  async storedWrites(): Promise<readonly string[]> {
    const tab = this.local.openTab();
    const found = await tab.list('docs/nobody/queue/');
    tab.close();
    return found.map(([key]) => key);
  }

  async sum(): Promise<unknown> {
    return (await this.cloud.server.docs.get('sums/one')).data?.['sum'];
  }
}

const add = ({ docs }: EmbeddedClient) =>
  docs.write({ type: 'set', path: 'sums/one', merge: true, data: { sum: increment(1) } });

it('neither counts nor stores a write that another tab has sent meanwhile', async () => {
  const browser = new Browser();
  const author = browser.openFull();
  await settle();
  const landed = add(author);
  await settle();
  expect(browser.states.at(-1)?.unstoredWrites).toBe(1);

  const sender = browser.open();
  await landed;
  await sender.dispose();
  await browser.cloud.advance(minute);
  expect(browser.states.at(-1)?.unstoredWrites).toBe(0);
  await browser.makeRoom();
  expect(await browser.storedWrites()).toEqual([]);
  await author.dispose();
});

it('does not store an acknowledged write after many others', async () => {
  const browser = new Browser();
  const author = browser.openFull();
  await settle();
  const landed = add(author);
  await settle();
  const sender = browser.open();
  await landed;
  for (let n = 1; n < manyWrites; n++) await add(sender);
  await sender.dispose();
  await browser.makeRoom();
  await author.dispose();

  const next = browser.open();
  await next.docs.offline.waitForPendingWrites();
  expect(await browser.sum()).toBe(manyWrites);
  await next.dispose();
});

it('removes a stored write that another tab had sent before', async () => {
  const browser = new Browser();
  const author = browser.openFull();
  await settle();
  const landed = add(author);
  await settle();
  browser.cloud.faults.inject({ kind: 'latency', service: 'docs', ms: 10 });
  const sender = browser.open();
  await settle();
  expect(await browser.sum()).toBeUndefined();
  browser.delayMessages();
  await browser.cloud.advance(10);
  await sender.docs.offline.waitForPendingWrites();
  await sender.dispose();
  expect(await browser.sum()).toBe(1);
  await browser.makeRoom();
  expect(await browser.storedWrites()).toHaveLength(1);
  browser.hearMessages();
  await landed;
  await settle();
  expect(await browser.storedWrites()).toEqual([]);
  await author.dispose();
});
