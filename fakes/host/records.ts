/** Storage of a hosted cloud: one record for each record of a service, and a head. The same format in every store. */
import type { CloudSnapshot, KeptCloud, SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import type { DocPacker } from './doc-directory.ts';
import { blockPrefix, docPrefix, removedDoc, servicePrefix } from './record-keys.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { collectionOf } from '#query/paths.ts';
import { decodeMessage } from '#query/value-codec.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';

/** Versions of the format that can be read. In the later one documents may be stored together, in blocks. */
const recordFormats = { apart: 4, blocks: 5 } as const;
const latestFormat = recordFormats.blocks;

const services = [
  'auth',
  'docs',
  'realtime',
  'functions',
  'storage',
  'messaging',
  'config',
  'performance',
] as const satisfies readonly ServiceName[];

export type Found =
  | { readonly state: 'kept'; readonly cloud: KeptCloud; readonly aheadMs: number }
  | { readonly state: 'nothing' }
  /** Records of another version, or incomplete ones. `isNewer`: of a later version, which can still read them. */
  | { readonly state: 'unreadable'; readonly isNewer: boolean };

export interface Records {
  read(): Promise<Found>;
  /** Atomic; resolves when it is durable. */
  write(group: KeepGroup, aheadMs: number): Promise<void>;
  clear(): Promise<void>;
  /**
   * Stores documents of one collection together that are stored apart, as many as fit one change of the store. Atomic. Resolves to
   * whether there are more.
   */
  pack?(packer: DocPacker): Promise<boolean>;
}

interface Head {
  readonly format: number;
  readonly snapshot: CloudSnapshot['version'];
  /** The cloud's time when it was written. */
  readonly at: number;
  readonly life: number;
  /** Offset of the cloud's clock from the system's. */
  readonly aheadMs: number;
}

/** The head's key; a record's has a colon. */
export const headKey = 'head';

/** `format`: of the records beside it. Without blocks, versions of 2026-11-27 and before can read them too. */
export const headRecord = (
  { version: snapshot, at, life }: KeepGroup['head'],
  aheadMs: number,
  format: keyof typeof recordFormats = 'apart',
): unknown => ({ format: recordFormats[format], snapshot, at, life, aheadMs }) satisfies Head;

/** The same head for records with blocks. */
export const headWithBlocks = (head: unknown): unknown =>
  ({ ...(head as Head), format: recordFormats.blocks }) satisfies Head;

/** Keys of records that were set aside because they could not be read: in no service's range, with the life that found them. */
export const asidePrefix = 'aside:';
export const asideEnd = 'aside;';
export const asideKey = ({ life }: KeepGroup['head'], service: ServiceName, key: string): string =>
  `${asidePrefix}${life}:${servicePrefix(service)}${key}`;

/** A sentence about a record that was set aside, for the operator. */
export const asideSentence = ({ service, key, reason }: SetAsideRecord): string =>
  `The record ${servicePrefix(service)}${key} can’t be read (${reason}) It is set aside, and all others are used.`;

/** State of stored records, by key. `broken`: the reasons of those that the store can't read. */
export function foundIn(
  records: ReadonlyMap<string, unknown>,
  broken: ReadonlyMap<string, string> = new Map(),
): Found {
  const head = records.get(headKey);
  if (head === undefined) return { state: 'nothing' };
  if (!isHead(head) || !Object.values<number>(recordFormats).includes(head.format))
    return { state: 'unreadable', isNewer: isNewer(head) };
  const { snapshot: version, at, life, aheadMs } = head;
  const byService = Object.fromEntries(services.map((service) => [service, [] as Entry[]])) as Record<
    ServiceName,
    Entry[]
  >;
  const unreadable: SetAsideRecord[] = [];
  const removed = removedDocs(records);
  const place = (name: string, read: (service: ServiceName, key: string) => void) => {
    const service = name.slice(0, Math.max(0, name.indexOf(':')));
    if (!Object.hasOwn(byService, service)) return;
    const key = name.slice(service.length + 1);
    try {
      read(service as ServiceName, key);
    } catch (error) {
      unreadable.push({ service: service as ServiceName, key, reason: (error as Error).message });
    }
  };
  for (const [name, value] of records)
    if (!isRemovedDoc(name, value))
      place(name, (service, key) =>
        byService[service].push([key, withRemoved(name, decodeMessage(value), removed)]),
      );
  for (const [name, reason] of broken)
    place(name, () => {
      throw new TypeError(reason);
    });
  return { state: 'kept', cloud: { head: { version, at, life }, records: byService, unreadable }, aheadMs };
}

const isRemovedDoc = (name: string, value: unknown) => value === removedDoc && name.startsWith(docPrefix);

/** Paths of removed documents by collection. */
function removedDocs(records: ReadonlyMap<string, unknown>): ReadonlyMap<string, readonly string[]> {
  const removed = new Map<string, string[]>();
  for (const [name, value] of records) {
    if (!isRemovedDoc(name, value)) continue;
    const path = name.slice(docPrefix.length);
    const collection = collectionOf(path);
    const paths = removed.get(collection);
    if (paths) paths.push(path);
    else removed.set(collection, [path]);
  }
  return removed;
}

/** A block with the documents of it that are removed; any other record as it is. */
function withRemoved(name: string, value: unknown, removed: ReadonlyMap<string, readonly string[]>): unknown {
  if (removed.size === 0 || !name.startsWith(blockPrefix) || !isPlainObject(value)) return value;
  return { ...value, removed: removed.get(String(value['collection'])) ?? [] };
}

/** A later format may change everything but its number. */
const isNewer = (head: unknown): boolean =>
  typeof head === 'object' &&
  head !== null &&
  'format' in head &&
  typeof head.format === 'number' &&
  head.format > latestFormat;

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Partial<Head>;
  return (
    typeof head.format === 'number' &&
    typeof head.at === 'number' &&
    typeof head.life === 'number' &&
    typeof head.aheadMs === 'number'
  );
}
