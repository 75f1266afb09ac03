/** Queries of the realtime database in normal form. */
import type { RangeBound } from './realtime.ts';

/** Start or end of a query's range. */
export interface Edge {
  readonly value: RangeBound['value'];
  /** `null`: before (or after) all children of this value. */
  readonly key: string | null;
  readonly inclusive: boolean;
}

/** A query in which each thing is said in one way, as providers evaluate it. */
export interface NormalQuery {
  readonly keys: readonly string[];
  readonly orderBy: 'key' | 'value' | 'priority' | { readonly child: readonly string[] };
  readonly start: Edge | null;
  readonly end: Edge | null;
  readonly limit: { readonly count: number; readonly from: 'first' | 'last' } | null;
}
