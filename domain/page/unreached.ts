/**
 * People whom a page asks and whom no message reaches, because the services of their channels can't be reached. The page takes the next way
 * at once: first the targets that the person's rules notify later, then the next step of its plan with other recipients. A person without
 * any reachable channel is waited for: an open screen shows them the page.
 */
import { minute } from '../constants.ts';
import { system } from '../base.ts';
import { transitioned, unchanged } from '../transition.ts';
import type { PageChanged } from './effects.ts';
import { entryOf, runFrom } from './engine.ts';
import {
  nextPosition,
  type PagePosition,
  positionOf,
  recipients,
  type RecipientResolver,
  stepAt,
  unmetAt,
} from './positions.ts';
import type { Delivery, Page } from './schema.ts';

/** A way that may reach a person yet (`open`), none at all, or deliveries that are not due and can be sent now. */
export type NextWay =
  | { readonly kind: 'open' | 'none' }
  | { readonly kind: 'later'; readonly deliveries: readonly Delivery[] };

const isFailing = ({ to, status, failedAttempts = 0 }: Delivery): boolean =>
  to !== null && status === 'queued' && failedAttempts > 0;

const isOver = ({ status }: Delivery): boolean => status === 'failed' || status === 'dropped';

/** `asking`: the deliveries of one person's newest notification. Quiet hours are kept: what they hold back is no way now. */
export function nextWay(asking: readonly Delivery[]): NextWay {
  const isOpen = asking.some((one) => one.status !== 'waiting' && !isFailing(one) && !isOver(one));
  if (isOpen) return { kind: 'open' };
  const delayed = asking.filter(({ status, held }) => status === 'waiting' && held === 'delay');
  const first = Math.min(...delayed.map(({ dueAt }) => dueAt ?? Number.POSITIVE_INFINITY));
  const deliveries = delayed.filter(({ dueAt }) => dueAt === first);
  return deliveries.length === 0 ? { kind: 'none' } : { kind: 'later', deliveries };
}

export interface UnreachedContext {
  readonly now: number;
  readonly people: RecipientResolver;
}

/** People whom their newest notification did not reach. */
export const unreachedOf = ({
  unreached = [],
  notified,
}: Pick<Page, 'unreached' | 'notified'>): ReadonlySet<string> =>
  new Set(
    unreached.flatMap(({ userId, askedAt }) =>
      notified.some((one) => one.userId === userId && one.lastAt === askedAt) ? [userId] : [],
    ),
  );

/**
 * No push reaches a person whom the page asks. Once that is so of all whom it waits for, the next step that asks anybody else is taken.
 * Where none does, the page goes back to the step where that began, with its whole delay, and waits for all of them: nothing is gained by
 * using the policy up while nobody can be reached.
 */
export function recordUnreached(page: Page, userId: string, { now, people }: UnreachedContext): PageChanged {
  const asked = page.notified.find((one) => one.userId === userId);
  if (page.status !== 'notifying' || !page.waitingFor.includes(userId) || asked === undefined)
    return unchanged(page);
  const isKnown = unreachedOf(page).has(userId);
  const others = (page.unreached ?? []).filter((one) => one.userId !== userId);
  const unreached = isKnown ? (page.unreached ?? []) : [...others, { userId, askedAt: asked.lastAt }];
  const noted = { ...page, unreached };
  const context = { by: system, now };
  const ids = unreachedOf(noted);
  const isWaiting = page.waitingFor.some(
    (id) => !ids.has(id) && !page.acknowledgements.some((one) => one.userId === id),
  );
  const onlyNoted = isKnown ? unchanged(page) : transitioned(page, { unreached }, context);
  if (isWaiting) return onlyNoted;
  const target = nextReachable(noted, ids, { now, people });
  const from = page.steppedFrom ?? { ...wholePosition(page), waitingFor: page.waitingFor };
  const entry = entryOf(page, page, 'unreached', page.waitingFor);
  if (target !== null) {
    const moved = runFrom(noted, target, people, now, [{ at: now, by: system, entry }]);
    return { ...moved, state: { ...moved.state, steppedFrom: from } };
  }
  if ((page.steppedFrom ?? null) === null) return onlyNoted;
  const { waitingFor, ...position } = from;
  const step = stepAt(page, position);
  return transitioned(
    page,
    {
      ...position,
      unreached,
      steppedFrom: null,
      nextAt: now + step.delayMinutes * minute,
      waitingFor: step.acknowledgedBy === 'all' ? waitingFor : [...new Set([...waitingFor, ...ids])],
    },
    context,
    entry,
  );
}

/** A push reaches a person again; what the page has done meanwhile stays. */
export function recordReached(page: Page, userId: string, now: number): PageChanged {
  const unreached = (page.unreached ?? []).filter((one) => one.userId !== userId);
  return unreached.length === (page.unreached ?? []).length
    ? unchanged(page)
    : transitioned(page, { unreached }, { by: system, now });
}

/** The next position that asks somebody else than these people. Loops of a step are looked up once. */
function nextReachable(
  page: Page,
  unreached: ReadonlySet<string>,
  { now, people }: UnreachedContext,
): PagePosition | null {
  const hopeless = new Set<string>();
  for (let at = nextPosition(page, positionOf(page)); at !== null; at = nextPosition(page, at)) {
    const key = `${at.phase} ${at.policyIndex} ${at.step}`;
    if (hopeless.has(key) || unmetAt(page, at, now) !== null) continue;
    if (recipients(page, at, people, now).some((userId) => !unreached.has(userId))) return at;
    if (stepAt(page, at).mode === 'all') hopeless.add(key);
  }
  return null;
}

function wholePosition(page: Page) {
  const { phase, policyIndex = 0, step, loop } = positionOf(page);
  return { phase, policyIndex, step, loop };
}
