/** Documents kept in IndexedDB by one cloud after another. */
import 'fake-indexeddb/auto';
import { createStore, entries, get } from 'idb-keyval';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import type { Write } from '#ports/docs/docs.ts';
import { type DocData, GeoPoint, Timestamp } from '#ports/docs/values.ts';
import { docPacker } from '#fakes/host/doc-packer.ts';
import { indexedDbRecords } from './records.ts';

let databases = 0;

export const entryPath = (n: number) => `rooms/long/entries/${(n * 7919) % 10_007}`;
const dataOf = (n: number, revision = 0): DocData => ({
  at: new Timestamp(1_760_000_000 + n, 0),
  text: `Entry ${n}: “checkout” — 東京 ${n % 3 === 0 ? '\u0000 \ud800' : ''}`,
  place: new GeoPoint(1, n / 100),
  bytes: new Uint8Array([n % 256]),
  odd: [NaN, -0, null, { $muster: 'time', $text: n }],
  revision,
});

export const setAll = (from: number, to: number, revision = 0): readonly Write[] =>
  Array.from({ length: to - from }, (_, at) => ({
    type: 'set',
    path: entryPath(from + at),
    data: dataOf(from + at, revision),
  }));
export const deleteAll = (from: number, to: number): readonly Write[] =>
  Array.from({ length: to - from }, (_, at) => ({ type: 'delete', path: entryPath(from + at) }));

/** A store, and one cloud after another that is kept in it. */
export class PackedLife {
  readonly name = `muster-packed-${++databases}`;
  readonly unreadable: SetAsideRecord[] = [];
  aside: readonly SetAsideRecord[] = [];
  records = indexedDbRecords(this.name);
  cloud = new FakeCloud();

  static async begin(): Promise<PackedLife> {
    const life = new PackedLife();
    const found = await life.records.read();
    if (found.state !== 'nothing') throw new Error(`The records are ${found.state}.`);
    life.cloud.keepWith((group) => life.records.write(group, 0), null);
    await life.cloud.whenKept();
    return life;
  }

  async write(writes: readonly Write[]): Promise<void> {
    for (let at = 0; at < writes.length; at += 400)
      await this.cloud.server.docs.batch(writes.slice(at, at + 400));
    await this.cloud.whenKept();
  }

  /** The process ends at once, and another one starts. */
  async restart(): Promise<void> {
    this.cloud.dispose();
    this.records = indexedDbRecords(this.name);
    const found = await this.records.read();
    if (found.state !== 'kept') throw new Error(`The records are ${found.state}.`);
    this.cloud = new FakeCloud();
    const { records } = this;
    this.aside = this.cloud.keepWith(
      (group) => records.write(group, 0),
      found.cloud,
      (record) => this.unreadable.push(record),
    );
    await this.cloud.whenKept();
  }

  packStep(): Promise<boolean> {
    return this.records.pack(docPacker);
  }

  /** Packs until nothing is left to be packed; the number of steps. */
  async pack(): Promise<number> {
    for (let steps = 1; ; steps++) if (!(await this.packStep())) return steps;
  }

  store() {
    return createStore(this.name, 'records');
  }

  async stored(prefix: string): Promise<ReadonlyMap<string, unknown>> {
    const all = await entries<string, unknown>(this.store());
    return new Map(all.filter(([key]) => key.startsWith(prefix)));
  }

  apart = async () => (await this.stored('docs:doc/rooms/long/entries/')).size;
  blocks = () => this.stored('docs:block/');
  format = async () => (await get<{ format: number }>('head', this.store()))?.format;

  /** Everything that the documents service holds. */
  state() {
    const { docs, ...more } = this.cloud.snapshot().services.docs as { docs: readonly { path: string }[] };
    return { ...more, docs: new Map(docs.map((doc) => [doc.path, doc])) };
  }
}
