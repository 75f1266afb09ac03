/** Storage of a hosted cloud: one record for each record of a service, and a head. The same format in every store. */
import type { CloudSnapshot, KeptCloud } from '#fakes/cloud/cloud.ts';
import { decodeMessage } from '#fakes/cloud/codec.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';

/** Version of the format. Raise it for an incompatible change: older storage can then not be read. */
const recordFormat = 4;

export const services = [
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
  /** Records of another version, or incomplete ones. */
  | { readonly state: 'unreadable' };

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

/** State of stored records, by key. */
export function foundIn(records: ReadonlyMap<string, unknown>): Found {
  const head = records.get(headKey);
  if (head === undefined) return { state: 'nothing' };
  if (!isHead(head) || head.format !== recordFormat) return { state: 'unreadable' };
  const { snapshot: version, at, life, aheadMs } = head;
  const byService = Object.fromEntries(services.map((service) => [service, [] as Entry[]])) as Record<
    ServiceName,
    Entry[]
  >;
  for (const [key, value] of records) {
    const service = key.slice(0, Math.max(0, key.indexOf(':')));
    if (Object.hasOwn(byService, service))
      byService[service as ServiceName].push([key.slice(service.length + 1), decodeMessage(value)]);
  }
  return { state: 'kept', cloud: { head: { version, at, life }, records: byService }, aheadMs };
}

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
