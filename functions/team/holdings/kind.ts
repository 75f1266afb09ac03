/** One kind of holding: its query, its name on screens, its hand-over. */
import type { Holding } from '#domain/team/holdings.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

export interface HoldingsHandOver {
  readonly teamId: string;
  readonly from: string;
  /** Null: no successor. */
  readonly to: string | null;
  /** Whether the member leaves the team; false for a role that may hold less. */
  readonly leaves: boolean;
  /** User id of the author of the change. */
  readonly by: string;
}

export interface HoldingKind {
  /** All holdings of this kind, whatever the new role may keep. */
  find(work: UnitOfWork, teamId: string, userId: string): Promise<readonly Held[]>;
}

/** Something held: one document, which may stand for several holdings. */
export interface Held {
  readonly holdings: readonly Holding[];
  replace(work: UnitOfWork, handOver: HoldingsHandOver): Promise<void>;
}
