/** State of a whole cloud, for keeping and for restoring it. */
import type { ServiceName } from '#ports/control.ts';
import type { KeptHead } from './journal.ts';
import type { Entry, UnreadableRecord } from './records.ts';

/** All persistent state, by service. Plain data but for document values; `codec.ts` makes it storable. */
export interface CloudSnapshot {
  readonly version: 1;
  /** The clock's time when it was taken. */
  readonly at: number;
  /** Number of restores before. Each restored life draws new ids, so that none comes twice. */
  readonly life: number;
  /** Of the cloud's own services. */
  readonly services: { readonly [name in ServiceName]?: unknown };
}

/** Stored state of a cloud: the last head, and the records of every service. */
export interface KeptCloud {
  readonly head: KeptHead;
  readonly records: { readonly [name in ServiceName]: Iterable<Entry> };
  /** Records that the store could not read. */
  readonly unreadable?: readonly SetAsideRecord[];
}

/** A stored record that could not be read, and is kept apart from now on. */
export interface SetAsideRecord extends UnreadableRecord {
  readonly service: ServiceName;
}
