/** Stored records of an embedded cloud, read in pages: of a folder, or in memory. */
import type { KeptRecord } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';

export interface RecordPage {
  /** Keys are without the prefix. */
  readonly entries: readonly Entry[];
  /** Key of the last one; `null` when there are no more. */
  readonly next: string | null;
}

export interface RecordStore {
  /** Records of a part of a service, in the order of their keys, after a key. @throws PortError data-loss */
  page(service: ServiceName, part: string, after: string | null): RecordPage;
  get(service: ServiceName, part: string, keys: readonly string[]): readonly Entry[];
  /** All or nothing. Values as a cloud gives them, not encoded yet. */
  put(records: readonly KeptRecord[]): void;
  isEmpty(): boolean;
}

/** Records and bytes of a page at most; a page has one record at least. */
export const pageBounds = { records: 500, bytes: 8 * 1024 * 1024 } as const;
