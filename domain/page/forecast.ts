/** Forecast of a page without an answer: the paging engine, run on a copy. */
import type { Page } from './schema.ts';
import { advance } from './engine.ts';
import type { RecipientResolver } from './positions.ts';

export interface Forecast {
  readonly at: number;
  /** `notifies`: asks these people; `exhausted`: gives up, nobody is left to ask. */
  readonly what: 'notifies' | 'exhausted';
  readonly userIds: readonly string[];
  readonly phase: Page['phase'];
  /** Index of the policy in the chain; after the policies, of the last that ran. */
  readonly policyIndex: number;
  /** Counted from 1; null outside the policy's own steps. */
  readonly step: number | null;
  /** Complete runs of the steps before this one. */
  readonly loop: number;
}

/**
 * Forecast in order of time, at most `most` entries; empty when nothing more will happen. A step that was due by `now` and has not
 * run yet is dated now.
 */
export function forecast(
  page: Page,
  people: RecipientResolver,
  now: number,
  most = Number.POSITIVE_INFINITY,
): readonly Forecast[] {
  const ahead: Forecast[] = [];
  let state = page;
  while (state.nextAt !== null && ahead.length < most) {
    const at = Math.max(now, state.nextAt);
    state = advance({ ...state, nextAt: at }, people).state;
    const { phase, policyIndex = 0, loop, waitingFor: userIds } = state;
    const exhausted = state.status === 'exhausted';
    const step = phase === 'policy' ? state.step + 1 : null;
    ahead.push({ at, what: exhausted ? 'exhausted' : 'notifies', userIds, phase, policyIndex, step, loop });
  }
  return ahead;
}
