/**
 * Alerts of a page whose holder changes: what a member acknowledged with the page is the next holder's, or open again while the page
 * asks. An alert that somebody else acknowledged stays theirs.
 */
import type { TransitionContext } from '../transition.ts';
import type { PageChanged, Release } from './effects.ts';
import { acknowledgersOf } from './holder.ts';
import { isShared } from './joining.ts';
import type { Page } from './schema.ts';

/** `changed`, with what follows for the alerts of the page: for its subject at once, for the others by a review. */
export function withRelease(before: Page, changed: PageChanged, { by, now }: TransitionContext): PageChanged {
  const { state, effects } = changed;
  const { subject } = state;
  const release = releaseOf(state, acknowledgersOf(before));
  if (subject.kind !== 'alert' || release === null) return changed;
  const releasedBy = [...new Set([...(state.releasedBy ?? []), ...release.from])];
  const review = { releasedBy, reviewAt: now, reviewing: false };
  return {
    ...changed,
    state: isShared(state) ? { ...state, ...review } : state,
    effects: [...effects, { kind: 'release-alert', alertId: subject.alertId, by, release }],
  };
}

/** Release that the review passes on, for members who gave up the page; null: none. */
export const pendingRelease = (page: Page): Release | null => releaseOf(page, page.releasedBy ?? []);

/** Null: all of them have the page, or it has ended, and with it all that it asked for. */
function releaseOf(page: Page, former: readonly string[]): Release | null {
  const holders = acknowledgersOf(page);
  const from = former.filter((userId) => !holders.includes(userId));
  if (from.length === 0 || page.status === 'cancelled') return null;
  const [next] = page.acknowledgements;
  if (holders.length === 0 || next === undefined) return { pageId: page.id, from, to: null, toSince: null };
  return { pageId: page.id, from, to: next.userId, toSince: next.acknowledgedAt };
}
