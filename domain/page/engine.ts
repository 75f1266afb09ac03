/**
 * The paging engine: effect of time on a page. Pure, total, and independent of any backend, so that the same function pages people tonight
 * and answers a rehearsal. Invariants:
 * - Targets are looked up when a step starts. A step without recipients, or whose condition does not hold then, is skipped at once, with
 *   an entry.
 * - Everything happens at the instant it was due, however late it is processed: many small ticks and one big one give the same history,
 *   and a second tick at the same instant changes nothing. A resolver may look people up later (`foundAt`).
 * - Without any answer a page ends: after steps × (repeat + 1) steps of each policy of its chain, the fallback people and the owners, it
 *   is exhausted.
 * - Nobody is notified while a page is acknowledged, snoozed or not, nor once it is exhausted or cancelled.
 */
import { minute } from '../constants.ts';
import { system } from '../base.ts';
import type { PageChanged, PageEffect } from './effects.ts';
import { copiedPolicy } from './frozen-policy.ts';
import type { AskedBecause, Page } from './schema.ts';
import { askedBecause, recordSkipped } from './trace.ts';
import { noPriority } from '../policy/condition.ts';
import type { FrozenPolicy } from '../policy/schema.ts';
import type { PageChange, TimelineEntry } from '../timeline/schema.ts';
import { privacyOf } from '../incident/privacy.ts';
import {
  changedTo,
  type HistoryEvent,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import {
  afterPolicy,
  firstPosition,
  nextPosition,
  type PagePlan,
  type PagePosition,
  policyAt,
  positionOf,
  recipients,
  type RecipientResolver,
  stepAt,
  unmetAt,
} from './positions.ts';
import { withRelease } from './release.ts';

export interface PageRequest extends Pick<
  Page,
  | 'id'
  | 'teamId'
  | 'subject'
  | 'incidentId'
  | 'summary'
  | 'serviceId'
  | 'urgency'
  | 'priority'
  | 'policyId'
  | 'turn'
  | 'acknowledgeTimeoutMinutes'
> {
  readonly policy: FrozenPolicy;
  /** Time of its first step. Default: at once. */
  readonly startsAt?: number;
}

/** `people`: who can be asked. */
export interface PageContext extends TransitionContext {
  readonly people: RecipientResolver;
}

/**
 * Starts a page with its policy frozen, and runs its first step unless `startsAt` is later. The privacy of the incident is copied when the
 * page is stored.
 */
export function startPage(request: PageRequest, context: PageContext): PageChanged {
  const { by, now, people } = context;
  const { policy, startsAt = now, ...given } = request;
  const state: Page = {
    ...given,
    ...privacyOf(null),
    ...firstPosition,
    priority: given.priority ?? noPriority,
    policy: copiedPolicy(policy),
    createdAt: now,
    createdBy: by,
    revision: 1,
    alertCount: 1,
    joinedCount: 0,
    holders: [],
    worstSeverity: given.priority?.alert ?? null,
    signOfLifeAt: null,
    reviewAt: null,
    reviewing: false,
    releasedBy: [],
    status: 'pending',
    nextAt: Math.max(now, startsAt),
    snoozedUntilAt: null,
    snoozeEndedAt: null,
    waitingFor: [],
    notified: [],
    unreached: [],
    steppedFrom: null,
    skipped: [],
    acknowledgements: [],
    declined: [],
    endedAt: null,
  };
  const started = changedTo<Page, PageEffect>(state, context, entryOf(state, state, 'started'));
  return followedBy(started, (page) => tick(page, people, now));
}

/** Whether the engine has a step to run. */
export function isDue(page: Pick<Page, 'nextAt'>, now: number): boolean {
  return page.nextAt !== null && page.nextAt <= now;
}

/** Runs everything that was due by `now`. */
export function tick(page: Page, people: RecipientResolver, now: number): PageChanged {
  let result: PageChanged = unchanged(page);
  while (isDue(result.state, now)) result = followedBy(result, (due) => advance(due, people));
  return result;
}

/** Runs the next step, at the instant it is due. A page that waits for nothing stays as it is. */
export function advance(page: Page, people: RecipientResolver): PageChanged {
  const at = page.nextAt;
  if (at === null) return unchanged(page);
  const position = positionOf(page);
  if (page.status === 'pending') return runFrom(page, firstPosition, people, at);
  if (page.status === 'acknowledged') {
    const again = isSnoozed(page)
      ? runFrom({ ...page, snoozeEndedAt: at }, firstPosition, people, at, [
          systemEvent(page, firstPosition, 'snooze-ended', at),
        ])
      : runFrom(page, position, people, at, [systemEvent(page, position, 'timed-out', at)]);
    return withRelease(page, again, { by: system, now: at });
  }
  return runFrom(page, nextPosition(page, position), people, at);
}

const isSnoozed = ({ snoozedUntilAt = null }: Page): boolean => snoozedUntilAt !== null;

/**
 * Runs the first position from here on that finds somebody; exhausts the page if none does. `before`: the change that led to it.
 */
export function runFrom(
  page: Page,
  from: PagePosition | null,
  people: RecipientResolver,
  at: number,
  before: readonly HistoryEvent[] = [],
): PageChanged {
  const events = [...before];
  const empty = new Set<number>();
  let skipped = page.skipped ?? [];
  const isNewLoop = ({ phase, policyIndex = 0, step, loop }: PagePosition) =>
    phase === 'policy' && policyIndex === (page.policyIndex ?? 0) && step === 0 && loop > page.loop;
  // Said only where the loop finds somebody.
  let startOver: { readonly index: number; readonly event: HistoryEvent } | null = null;
  let position = from;
  let { policyIndex = 0 } = page;
  while (position !== null) {
    const { policyIndex: index = 0 } = position;
    if (index > policyIndex) {
      events.push(systemEvent(page, position, 'policy-handed-over', at, policyAt(page, position).name));
      empty.clear();
      startOver = null;
    }
    policyIndex = index;
    if (isNewLoop(position))
      startOver = {
        index: events.length,
        event: systemEvent(page, position, 'repeated', at, commandOf(before)),
      };
    const unmet = unmetAt(page, position, at);
    const userIds = unmet === null ? recipients(page, position, people, at) : [];
    if (userIds.length > 0) {
      const notified = notify({ ...page, skipped }, position, userIds, people, at);
      if (startOver !== null && position.phase === 'policy')
        events.splice(startOver.index, 0, startOver.event);
      return { ...notified, events: [...events, ...notified.events] };
    }
    events.push(systemEvent(page, position, 'skipped', at, unmet ?? ''));
    skipped = recordSkipped(skipped, { ...position, skippedAt: at, unmet });
    if (position.phase === 'policy') empty.add(position.step);
    const next = nextPosition(page, position);
    // A policy of which every step is empty now gets no second look.
    const isEmpty = next?.phase === 'policy' && next.policyIndex === index && empty.has(next.step);
    position = isEmpty ? afterPolicy(page, next) : next;
  }
  const exhausted: Partial<Page> = {
    status: 'exhausted',
    nextAt: null,
    snoozedUntilAt: null,
    endedAt: at,
    waitingFor: [],
    acknowledgements: [],
    skipped,
  };
  events.push(systemEvent(page, positionOf(page), 'exhausted', at));
  return { ...transitioned(page, exhausted, { by: system, now: at }), events };
}

/** The member's command that a run follows, as its timeline entry names it; empty: time alone. */
function commandOf(before: readonly HistoryEvent[]): string {
  const event = before.find(({ by }) => by !== system);
  return event?.entry.kind === 'page' ? event.entry.change : '';
}

function notify(
  page: Page,
  position: PagePosition,
  userIds: readonly string[],
  people: RecipientResolver,
  at: number,
): PageChanged {
  const { id: pageId, urgency } = page;
  const expiresAt = at + stepAt(page, position).delayMinutes * minute;
  const change: Partial<Page> = {
    ...position,
    status: 'notifying',
    nextAt: expiresAt,
    snoozedUntilAt: null,
    endedAt: null,
    waitingFor: [...userIds],
    notified: recordNotified(page.notified, userIds, at, (userId) =>
      askedBecause(page, position, userId, people, at),
    ),
    acknowledgements: [],
    steppedFrom: null,
  };
  const effects = userIds.map(
    (userId) => ({ kind: 'notify', pageId, userId, urgency, at, expiresAt }) as const,
  );
  return transitioned<Page, PageEffect>(
    page,
    change,
    { by: system, now: at },
    entryOf(page, position, 'notified', userIds),
    effects,
  );
}

export function recordNotified(
  notified: Page['notified'],
  userIds: readonly string[],
  at: number,
  because: (userId: string) => AskedBecause | null,
): Page['notified'] {
  const again = notified.map((one) =>
    userIds.includes(one.userId)
      ? { ...one, times: one.times + 1, lastAt: at, because: because(one.userId) }
      : one,
  );
  const fresh = userIds.filter((userId) => !notified.some((one) => one.userId === userId));
  return [
    ...again,
    ...fresh.map((userId) => ({
      ...{ userId, times: 1, firstAt: at, lastAt: at },
      because: because(userId),
    })),
  ];
}

export const entryOf = (
  { id: pageId }: Pick<Page, 'id'>,
  { phase, step }: PagePosition,
  change: PageChange,
  userIds: readonly string[] = [],
  reason = '',
): TimelineEntry => ({
  kind: 'page',
  pageId,
  change,
  userIds: [...userIds],
  step: phase === 'policy' ? step + 1 : null,
  phase,
  reason,
});

const systemEvent = (
  page: PagePlan & Pick<Page, 'id'>,
  position: PagePosition,
  change: PageChange,
  at: number,
  reason = '',
): HistoryEvent => ({ at, by: system, entry: entryOf(page, position, change, [], reason) });

/** Two changes in a row, with the events and effects of both. */
export const followedBy = (before: PageChanged, next: (page: Page) => PageChanged): PageChanged => {
  const result = next(before.state);
  return {
    ...result,
    events: [...before.events, ...result.events],
    effects: [...before.effects, ...result.effects],
  };
};
