/** Storage of a hosted cloud: one record for each record of a service, and a head. The same format in every store. */
import type { CloudSnapshot, KeptCloud, SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import { decodeMessage } from '#query/value-codec.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';

/** Version of the format. Raise it for an incompatible change: older storage can then not be read. */
const recordFormat = 4;

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

export const headRecord = ({ version: snapshot, at, life }: KeepGroup['head'], aheadMs: number): unknown =>
  ({ format: recordFormat, snapshot, at, life, aheadMs }) satisfies Head;

/** Keys of one service's records are between its prefix and its end. */
export const servicePrefix = (service: ServiceName): string => `${service}:`;
/** `;` is the character after `:`. */
export const serviceEnd = (service: ServiceName): string => `${service};`;

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
  if (!isHead(head) || head.format !== recordFormat) return { state: 'unreadable', isNewer: isNewer(head) };
  const { snapshot: version, at, life, aheadMs } = head;
  const byService = Object.fromEntries(services.map((service) => [service, [] as Entry[]])) as Record<
    ServiceName,
    Entry[]
  >;
  const unreadable: SetAsideRecord[] = [];
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
    place(name, (service, key) => byService[service].push([key, decodeMessage(value)]));
  for (const [name, reason] of broken)
    place(name, () => {
      throw new TypeError(reason);
    });
  return { state: 'kept', cloud: { head: { version, at, life }, records: byService, unreadable }, aheadMs };
}

/** A later format may change everything but its number. */
const isNewer = (head: unknown): boolean =>
  typeof head === 'object' &&
  head !== null &&
  'format' in head &&
  typeof head.format === 'number' &&
  head.format > recordFormat;

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
