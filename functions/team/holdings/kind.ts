/** Kind of holding: its query, its name on screens, its hand-over. */
import type { Page } from '#domain/page/schema.ts';
import type { Task } from '#domain/task/schema.ts';
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

/** A holding with its page or task as stored: for decisions. Outputs take what the guard of reads shows of it (`shown.ts`). */
export type HeldItem =
  | Exclude<Holding, { readonly kind: 'page' | 'task' }>
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'task'; readonly number: number; readonly task: Task };

/** Something held: one document, which may stand for several holdings. */
export interface Held {
  readonly holdings: readonly HeldItem[];
  replace(work: UnitOfWork, handOver: HoldingsHandOver): Promise<void>;
}
