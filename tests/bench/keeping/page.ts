/** A cloud stored in IndexedDB, alone in the thread of this page. The bench measures the thread. */
import { clear, createStore, get, set } from 'idb-keyval';
import { createChannel } from '#fakes/cloud/channel.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudSnapshot } from '#fakes/cloud/snapshot.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import type { CommitRequest } from '#fakes/cloud/docs/protocol.ts';
import type { FromCloud, ToCloud } from '#fakes/cloud/protocol.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { docPacker } from '#fakes/host/doc-packer.ts';
import { indexedDbRecords } from '#adapters/embedded-browser/records.ts';

export interface KeepingPage {
  /** A cloud with so many documents, all of them kept. */
  prepare(documents: number): Promise<void>;
  /** Makes `times` writes, each acknowledged before the next. */
  write(times: number): Promise<void>;
  /** The same with the whole service encoded and stored as one record a write, as before. */
  writeWhole(times: number): Promise<void>;
  /** Stores the documents in blocks, as a demonstration does that runs on. */
  pack(): Promise<void>;
  /** Milliseconds of a start from stored records; `whole`: from one record a service. */
  restart(whole: boolean): Promise<number>;
}

declare global {
  interface Window {
    keeping?: KeepingPage;
  }
}

const records = indexedDbRecords('bench-kept');
const whole = createStore('bench-whole', 'records');

let cloud = new FakeCloud();
let count = 0;
let ask: (writes: CommitRequest['writes']) => Promise<void> = async () => {};

const pathOf = (n: number) => `teams/one/alerts/${n}`;
const dataOf = (n: number, revision: number) => ({
  title: `Alert number ${n}`,
  summary: 'Checkout fails for one customer of twenty, in one region only',
  service: `service-${n % 200}`,
  severity: `SEV${n % 5}`,
  state: n % 3 === 0 ? 'open' : 'resolved',
  score: (n * 7919) % 100_000,
  muted: n % 20 === 0,
  at: new Timestamp(1_760_000_000 + n, 0),
  labels: { region: `region-${n % 7}`, host: `host-${n % 500}`, team: 'payments' },
  people: [`person-${n % 40}`, `person-${n % 41}`],
  link: `https://runbooks.example/${n}`,
  revision,
});

/** Connection without a client's half: only the cloud is measured. */
function connection(): typeof ask {
  const [mine, theirs] = createChannel();
  const waiting = new Map<number, () => void>();
  let next = 0;
  mine.onMessage((message) => {
    const told = message as FromCloud;
    if (told.type === 'refusal') throw new Error(told.error.message);
    if (told.type === 'reply') waiting.get(told.id)?.();
  });
  cloud.accept(theirs);
  const send = (message: ToCloud) => mine.send(message);
  send({ type: 'hello', clientId: 'bench', token: null });
  return (writes) =>
    new Promise((resolve) => {
      const id = ++next;
      waiting.set(id, resolve);
      const payload: CommitRequest = { queue: 'bench', mutation: String(id), writes, readings: [] };
      send({ type: 'request', id, room: 'docs', operation: 'commit', payload });
    });
}

const setOne = (n: number, revision: number): CommitRequest['writes'][number] => ({
  type: 'set',
  path: pathOf(n),
  data: dataOf(n, revision),
});

window.keeping = {
  async prepare(documents) {
    await cloud.close();
    await Promise.all([records.clear(), clear(whole)]);
    cloud = new FakeCloud();
    count = documents;
    for (let from = 0; from < documents; from += 500)
      await cloud.server.docs.batch(
        Array.from({ length: Math.min(500, documents - from) }, (_, at) => setOne(from + at, 0)),
      );
    cloud.keepWith((group) => records.write(group, 0), null);
    ask = connection();
    await ask([setOne(0, 1)]);
    await set('all', encodeMessage(cloud.snapshot()), whole);
  },
  async write(times) {
    for (let n = 0; n < times; n++) await ask([setOne((n * 7919) % count, n + 2)]);
  },
  async writeWhole(times) {
    for (let n = 0; n < times; n++) {
      await cloud.server.docs.batch([setOne((n * 7919) % count, n + 2)]);
      await set('docs', encodeMessage(cloud.snapshot().services.docs), whole);
    }
  },
  async pack() {
    await records.read();
    while (await records.pack(docPacker));
  },
  async restart(fromWhole) {
    const started = performance.now();
    const next = new FakeCloud();
    if (fromWhole) next.restore(decodeMessage(await get('all', whole)) as CloudSnapshot);
    else {
      const found = await records.read();
      if (found.state !== 'kept') throw new Error(`There is ${found.state} to start from.`);
      next.keepWith(async () => {}, found.cloud);
    }
    const took = performance.now() - started;
    next.dispose();
    return took;
  },
};
