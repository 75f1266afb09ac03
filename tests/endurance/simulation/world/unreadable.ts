/** Documents that a history has made unreadable. The ledger does not have them until they are readable again. */
import { UnreadableDocument } from '#api/codec.ts';
import { makeUnreadable } from '#tests/app/functions/unreadable.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { DocData } from '#ports/docs/values.ts';
import { type Entity, entityOf, type Ledger } from './ledger.ts';

interface Spoilt {
  readonly data: DocData;
  readonly field: string;
  /** Whether the ledger knew the document. */
  readonly recorded: boolean;
}

/** The cloud with its record. */
export interface RecordedCloud {
  readonly cloud: Pick<FakeCloud, 'server'>;
  readonly ledger: Ledger;
}

export class UnreadableRecords {
  /** Reports to the operator about such documents. */
  reports = 0;
  private readonly world: RecordedCloud;
  private readonly ever = new Set<string>();
  private readonly now = new Map<string, Spoilt>();

  constructor(world: RecordedCloud) {
    this.world = world;
  }

  /** Paths, oldest first. */
  get paths(): readonly string[] {
    return [...this.now.keys()];
  }

  has(path: string): boolean {
    return this.now.has(path) && !this.world.ledger.documents.has(path);
  }

  /** A report of the server about a document that was made unreadable; any other failure is a mistake in the code. */
  isReport(error: unknown): boolean {
    return error instanceof UnreadableDocument && this.ever.has(error.path);
  }

  /** The document as it was before it became unreadable. */
  lastReadable(path: string): Entity | null {
    const spoilt = this.now.get(path);
    return spoilt ? entityOf(spoilt.data) : null;
  }

  /** Returns the field; null where nothing was changed. */
  async make({ path, data }: DocSnapshot, die: number): Promise<string | null> {
    const { cloud, ledger } = this.world;
    if (this.has(path) || data === null) return null;
    const field = await makeUnreadable(cloud.server, { path, data }, die);
    if (field === null) return null;
    this.ever.add(path);
    this.now.set(path, { data, field, recorded: ledger.documents.delete(path) });
    return field;
  }

  /** Stores the document as it was, unless the server has replaced it. */
  async repair(path: string): Promise<void> {
    const { cloud, ledger } = this.world;
    const spoilt = this.now.get(path);
    if (!spoilt) return;
    const { data } = await cloud.server.docs.get(path);
    this.now.delete(path);
    if (!JSON.stringify(data?.[spoilt.field] ?? null).includes('ofAnotherVersion')) return;
    await cloud.server.docs.batch([{ type: 'set', path, data: spoilt.data }]);
    if (spoilt.recorded) ledger.documents.set(path, entityOf(spoilt.data));
  }
}
