/** Whatever happens to the connections: every write lands once, in its client's order, and all see the same in the end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { connect, type EmbeddedClient } from '../client.ts';
import type { ClientStores } from '../context.ts';
import { memoryStore } from '../store.ts';

type Step =
  | { readonly do: 'write'; readonly who: number; readonly doc: number; readonly n: number }
  | { readonly do: 'delete'; readonly who: number; readonly doc: number }
  | { readonly do: 'network' | 'documents'; readonly who: number; readonly on: boolean }
  | { readonly do: 'reload'; readonly who: number }
  | { readonly do: 'lose-answer' }
  | { readonly do: 'latency'; readonly ms: number }
  | { readonly do: 'pass'; readonly ms: number };

const who = fc.nat({ max: 1 });
const doc = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), who, doc, n: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who, doc }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('documents' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ do: 'lose-answer' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('latency' as const), ms: fc.nat({ max: 900 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat({ max: 2000 }) }) },
);

const questions = [
  query('notes'),
  query('notes', where('n', '>', 1), orderBy('n', 'desc'), limit(2)),
  query('notes', where('by', '==', 'client0')),
];

class Tab {
  client: EmbeddedClient;
  made = 0;
  readonly latest = new Map<number, QuerySnapshot>();
  readonly name: string;
  private readonly cloud: FakeCloud;
  private readonly stores: ClientStores = { local: memoryStore(), session: memoryStore() };
  private on = true;
  private documentsOn = true;

  constructor(cloud: FakeCloud, name: string) {
    this.cloud = cloud;
    this.name = name;
    this.client = this.open();
  }

  private open(): EmbeddedClient {
    const client = connect(this.cloud, { stores: this.stores });
    client.control.setNetwork(this.on);
    questions.forEach((asked, at) =>
      client.docs.watchQuery(
        asked,
        { next: (snapshot) => void this.latest.set(at, snapshot) },
        { includeMetadataChanges: true },
      ),
    );
    return client;
  }

  /** Each write counts itself in a field of its own, so that one done twice, or out of turn, shows. */
  write(doc: number, n: number): void {
    const turn = this.made++;
    const logged = { type: 'set' as const, path: `logs/${this.name}`, merge: true as const };
    void this.client.docs.batch([
      { ...logged, data: { [`turn${turn}`]: increment(1), last: turn } },
      { type: 'set', path: `notes/${doc}`, merge: true, data: { n, by: this.name, count: increment(1) } },
    ]);
  }

  delete(doc: number): void {
    void this.client.docs.write({ type: 'delete', path: `notes/${doc}` });
  }

  async setDocuments(on: boolean): Promise<void> {
    this.documentsOn = on;
    await this.client.docs.setNetwork(on);
  }

  setNetwork(on: boolean): void {
    this.on = on;
    this.client.control.setNetwork(on);
  }

  async reload(): Promise<void> {
    this.client.control.setNetwork(false);
    await settle();
    this.latest.clear();
    this.client = this.open();
    await settle();
    if (!this.documentsOn) await this.client.docs.setNetwork(false);
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const cloud = new FakeCloud();
  const tabs = [new Tab(cloud, 'client0'), new Tab(cloud, 'client1')];
  const watcher = connect(cloud);
  const turns = new Map<string, number[]>();
  for (const { name } of tabs)
    watcher.docs.watch(`logs/${name}`, {
      next: ({ data }) => {
        if (data) turns.set(name, [...(turns.get(name) ?? []), Number(data['last'])]);
      },
    });
  await settle();
  for (const step of steps) await take(cloud, tabs, step);

  cloud.faults.clear();
  for (const tab of tabs) {
    tab.setNetwork(true);
    await tab.setDocuments(true);
  }
  await cloud.advance(200_000);
  for (const tab of tabs) {
    await tab.client.docs.waitForPendingWrites();
    await settle();
    const log = (await cloud.server.docs.get(`logs/${tab.name}`)).data ?? {};
    const { last = -1, ...counts } = log;
    expect(last).toBe(tab.made - 1);
    expect(Object.values(counts)).toEqual(Array.from({ length: tab.made }, () => 1));
    const seen = turns.get(tab.name) ?? [];
    expect(seen).toEqual(Array.from({ length: tab.made }, (_, at) => at));
    for (const [at, asked] of questions.entries()) {
      const expected = (await cloud.server.docs.find(asked)).map(({ path, data }) => ({ path, data }));
      const snapshot = tab.latest.get(at);
      expect(snapshot?.docs.map(({ path, data }) => ({ path, data }))).toEqual(expected);
      expect(snapshot?.metadata).toEqual({ fromCache: false, hasPendingWrites: false });
    }
  }
}

async function take(cloud: FakeCloud, tabs: readonly Tab[], step: Step): Promise<void> {
  const tab = 'who' in step ? tabs[step.who] : undefined;
  switch (step.do) {
    case 'write':
      tab?.write(step.doc, step.n);
      break;
    case 'delete':
      tab?.delete(step.doc);
      break;
    case 'network':
      tab?.setNetwork(step.on);
      break;
    case 'documents':
      await tab?.setDocuments(step.on);
      break;
    case 'reload':
      await tab?.reload();
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

it('converges, with every write done once and in order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), play), { numRuns: 250 });
}, 120_000);
