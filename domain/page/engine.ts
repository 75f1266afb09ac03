/**
 * The paging engine: what time does to a page. Pure, total, and ignorant of any backend, so that the same function
 * pages people tonight and answers a rehearsal. What it promises:
 * - Targets are looked up when a step starts. A step that finds nobody is skipped at once and says so.
 * - Everything happens at the instant it was due, however late it is looked at: many small ticks and one big one give
 *   the same history, and a second tick at the same instant changes nothing.
 * - Left alone, a page ends: after steps × (repeat + 1) steps, the fallback people and the owners, it is exhausted.
 * - Nobody is notified while a page is acknowledged, nor once it is exhausted or cancelled.
 */
import { minute } from '../constants.ts';
import { system } from '../base.ts';
import type { Page } from './schema.ts';
import type { FrozenPolicy } from '../policy/schema.ts';
import type { PageChange, TimelineEntry } from '../timeline/schema.ts';
import { privacyOf } from '../incident/privacy.ts';
import type { Changed, HistoryEvent } from '../transition.ts';
import {
  nextPosition,
  afterPolicy,
  recipients,
  firstPosition,
  stepAt,
  type RecipientResolver,
  type Position,
} from './positions.ts';

export type PageEffect =
  | {
      readonly kind: 'notify';
      readonly pageId: string;
      readonly userId: string;
      readonly urgency: Page['urgency'];
      readonly at: number;
      /** After this the notification is stale: the page has moved on. */
      readonly expiresAt: number;
    }
  /** Their notifications may go away: the page no longer needs them. */
  | { readonly kind: 'settle'; readonly pageId: string; readonly userIds: readonly string[] }
  /** The page's subject counts as acknowledged too. */
  | { readonly kind: 'acknowledge-subject'; readonly subject: Page['subject']; readonly userId: string };

export type PageChanged = Changed<Page, PageEffect>;

export interface PageRequest extends Pick<
  Page,
  | 'id'
  | 'teamId'
  | 'subject'
  | 'incidentId'
  | 'summary'
  | 'urgency'
  | 'policyId'
  | 'turn'
  | 'acknowledgeTimeoutMinutes'
> {
  readonly policy: FrozenPolicy;
  readonly by: string;
}

/** Starts a page with its policy frozen, and runs its first step. Who may read it is copied from its incident when it is stored. */
export function startPage(request: PageRequest, people: RecipientResolver, now: number): PageChanged {
  const { by, policy, ...given } = request;
  const { name, steps, repeat } = policy;
  const state: Page = {
    ...given,
    ...privacyOf(null),
    ...firstPosition,
    policy: structuredCopy({ name, steps, repeat }),
    createdAt: now,
    createdBy: by,
    revision: 1,
    status: 'pending',
    nextAt: now,
    waitingFor: [],
    notified: [],
    acknowledgements: [],
    declined: [],
    endedAt: null,
  };
  const started = { ok: true, state, events: [eventOf(state, 'started', by, now)], effects: [] } as const;
  return followedBy(started, (page) => tick(page, people, now));
}

/** A policy that asks these people, all at once. */
export function directPolicy(
  userIds: readonly string[],
  settings: { readonly defaultStepDelayMinutes: number; readonly defaultRepeat: number },
): FrozenPolicy {
  const targets = userIds.map((userId) => ({ kind: 'person', userId }) as const);
  const delayMinutes = settings.defaultStepDelayMinutes;
  return {
    name: 'Direct page',
    steps: [{ targets, delayMinutes, mode: 'all', acknowledgedBy: 'any' }],
    repeat: settings.defaultRepeat,
  };
}

/** Whether the engine has something to do for it. */
export function isDue(page: Pick<Page, 'nextAt'>, now: number): boolean {
  return page.nextAt !== null && page.nextAt <= now;
}

/** Does everything that was due by `now`. */
export function tick(page: Page, people: RecipientResolver, now: number): PageChanged {
  let result: PageChanged = { ok: true, state: page, events: [], effects: [] };
  while (isDue(result.state, now)) result = followedBy(result, (due) => advance(due, people));
  return result;
}

/** Does what is due next, at the instant it is due. A page that waits for nothing is left as it is. */
export function advance(page: Page, people: RecipientResolver): PageChanged {
  const at = page.nextAt;
  if (at === null) return { ok: true, state: page, events: [], effects: [] };
  if (page.status === 'pending') return runFrom(page, firstPosition, people, at);
  if (page.status === 'acknowledged') {
    const event = eventOf(page, 'timed-out', system, at);
    const woken = runFrom(page, page, people, at);
    return { ...woken, events: [event, ...woken.events] };
  }
  return runFrom(page, nextPosition(page, page), people, at);
}

/** Runs the first position from here on that finds somebody; exhausts the page if none does. */
export function runFrom(
  page: Page,
  from: Position | null,
  people: RecipientResolver,
  at: number,
): PageChanged {
  const events: HistoryEvent[] = [];
  const empty = new Set<number>();
  let position = from;
  while (position !== null) {
    if (startsLoop(page, position)) events.push(eventOf({ ...page, ...position }, 'repeated', system, at));
    const userIds = recipients(page, position, people, at);
    if (userIds.length > 0) return notify(page, position, userIds, at, events);
    events.push(eventOf({ ...page, ...position }, 'skipped', system, at));
    if (position.phase === 'policy') empty.add(position.step);
    const next = nextPosition(page, position);
    // What is empty now stays empty now: a policy of which every step is gets no second look.
    position = next?.phase === 'policy' && empty.has(next.step) ? afterPolicy(page, next) : next;
  }
  const state: Page = {
    ...page,
    revision: page.revision + 1,
    status: 'exhausted',
    nextAt: null,
    endedAt: at,
    waitingFor: [],
    acknowledgements: [],
  };
  return { ok: true, state, events: [...events, eventOf(state, 'exhausted', system, at)], effects: [] };
}

function startsLoop(page: Page, position: Position): boolean {
  return position.phase === 'policy' && position.step === 0 && position.loop > page.loop;
}

function notify(
  page: Page,
  position: Position,
  userIds: readonly string[],
  at: number,
  events: HistoryEvent[],
): PageChanged {
  const expiresAt = at + stepAt(page, position).delayMinutes * minute;
  const { phase, step, loop } = position;
  const state: Page = {
    ...page,
    phase,
    step,
    loop,
    revision: page.revision + 1,
    status: 'notifying',
    nextAt: expiresAt,
    endedAt: null,
    waitingFor: [...userIds],
    notified: recordNotified(page.notified, userIds, at),
    acknowledgements: [],
  };
  return {
    ok: true,
    state,
    events: [...events, eventOf(state, 'notified', system, at, userIds)],
    effects: userIds.map((userId) => ({
      kind: 'notify',
      pageId: page.id,
      userId,
      urgency: page.urgency,
      at,
      expiresAt,
    })),
  };
}

function recordNotified(
  notified: Page['notified'],
  userIds: readonly string[],
  at: number,
): Page['notified'] {
  const again = notified.map((one) =>
    userIds.includes(one.userId) ? { ...one, times: one.times + 1, lastAt: at } : one,
  );
  const fresh = userIds.filter((userId) => !notified.some((one) => one.userId === userId));
  return [...again, ...fresh.map((userId) => ({ userId, times: 1, firstAt: at, lastAt: at }))];
}

export function eventOf(
  page: Page,
  change: PageChange,
  by: string,
  at: number,
  userIds: readonly string[] = [],
  reason = '',
): HistoryEvent {
  const step = page.phase === 'policy' ? page.step + 1 : null;
  const entry: Extract<TimelineEntry, { kind: 'page' }> = {
    kind: 'page',
    pageId: page.id,
    change,
    userIds: [...userIds],
    step,
    phase: page.phase,
    reason,
  };
  return { at, by, entry };
}

/** One change after another, with the history of both. */
export function followedBy(before: PageChanged, next: (page: Page) => PageChanged): PageChanged {
  const result = next(before.state);
  return {
    ok: true,
    state: result.state,
    events: [...before.events, ...result.events],
    effects: [...before.effects, ...result.effects],
  };
}

/** The page must not see later changes of the policy it was made from. */
function structuredCopy({ name, steps, repeat }: FrozenPolicy): FrozenPolicy {
  const copied = steps.map((step) => ({ ...step, targets: step.targets.map((target) => ({ ...target })) }));
  return { name, steps: copied, repeat };
}
