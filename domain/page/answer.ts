/** What people do to a page: acknowledge it, decline it, escalate it, cancel it. */
import { minute } from '../constants.ts';
import type { Page } from './schema.ts';
import { refuse, type Refusal } from '../errors.ts';
import { transitioned, unchanged } from '../transition.ts';
import { eventOf, runFrom, type PageChanged, type PageEffect } from './engine.ts';
import { nextPosition, eligible, stepAt, type RecipientResolver } from './positions.ts';

export type PageOutcome = PageChanged | Refusal;

/**
 * Takes the page. Where the step wants everyone's answer, it is acknowledged with the last one. Anyone may answer,
 * asked or not, and an exhausted page can still be taken.
 */
export function acknowledgePage(page: Page, userId: string, now: number): PageOutcome {
  if (page.status === 'cancelled') return over();
  const before = page.acknowledgements.find((one) => page.status === 'acknowledged' || one.userId === userId);
  if (before) return refuse('already_acknowledged', { by: before.userId });

  const acknowledgements = [...page.acknowledgements, { userId, acknowledgedAt: now }];
  const answered = { ...page, revision: page.revision + 1, acknowledgements, nextAt: notBefore(page, now) };
  if (page.status === 'notifying' && stepAt(page, page).acknowledgedBy === 'all') {
    const missing = page.waitingFor.some((one) => !acknowledgements.some((given) => given.userId === one));
    if (missing)
      return {
        ok: true,
        state: answered,
        events: [eventOf(page, 'answered', userId, now, [userId])],
        effects: settle(page, [userId]),
      };
  }

  const timeout = page.acknowledgeTimeoutMinutes * minute;
  const state: Page = {
    ...answered,
    status: 'acknowledged',
    nextAt: timeout > 0 ? now + timeout : null,
    endedAt: now,
    waitingFor: [],
  };
  return {
    ok: true,
    state,
    events: [eventOf(page, 'acknowledged', userId, now, [userId])],
    effects: [...settle(page), { kind: 'acknowledge-subject', subject: page.subject, userId }],
  };
}

/**
 * “Can't take it”: this page never asks them again. It moves on at once when its step can no longer be answered as it
 * should: nobody is left in it, or everyone's answer was wanted. Whoever had acknowledged hands the page on.
 */
export function declinePage(
  page: Page,
  userId: string,
  reason: string,
  people: RecipientResolver,
  now: number,
): PageOutcome {
  if (page.status === 'cancelled') return over();
  if (page.declined.some((one) => one.userId === userId)) return unchanged(page);
  if (
    !page.notified.some((one) => one.userId === userId) &&
    !page.acknowledgements.some((one) => one.userId === userId)
  ) {
    return refuse(
      'forbidden',
      {},
      'This page did not ask you, so there is nothing to decline. Escalate it instead.',
    );
  }
  const holder = page.acknowledgements.find(() => page.status === 'acknowledged')?.userId;
  if (holder !== undefined && !page.acknowledgements.some((one) => one.userId === userId)) {
    return refuse('already_acknowledged', { by: holder });
  }
  const state: Page = {
    ...page,
    revision: page.revision + 1,
    nextAt: notBefore(page, now),
    declined: [...page.declined, { userId, declinedAt: now, reason }],
    waitingFor: page.waitingFor.filter((one) => one !== userId),
    acknowledgements: page.acknowledgements.filter((one) => one.userId !== userId),
  };
  const events = [eventOf(page, 'declined', userId, now, [userId], reason)];
  const effects = settle(page, [userId]);
  const stays =
    page.status === 'exhausted' ||
    (page.status === 'acknowledged' && state.acknowledgements.length > 0) ||
    (page.status === 'notifying' && canStillBeAnswered(page, state, userId));
  if (stays) return { ok: true, state, events, effects };

  const { mode } = stepAt(state, state);
  const others = mode === 'round-robin' && eligible(state, state, people, now).length > 0;
  const moved = runFrom(state, others ? state : nextPosition(state, state), people, now);
  return { ...moved, events: [...events, ...moved.events], effects: [...effects, ...moved.effects] };
}

/** On to the next step at once, whether or not somebody has acknowledged. */
export function escalatePage(
  page: Page,
  by: string,
  reason: string,
  people: RecipientResolver,
  now: number,
): PageOutcome {
  if (page.status === 'cancelled') return over();
  if (page.status === 'exhausted') {
    return refuse('no_one_on_call', {}, 'Everyone has been asked already. Page a person by name.');
  }
  const event = eventOf(page, 'escalated', by, now, [], reason);
  const moved = runFrom(page, page.status === 'pending' ? page : nextPosition(page, page), people, now);
  return { ...moved, events: [event, ...moved.events] };
}

/** Ends the page for good, because its subject is over or by hand. */
export function cancelPage(page: Page, by: string, reason: string, now: number): PageOutcome {
  if (page.status === 'cancelled') return over();
  return transitioned(
    page,
    { status: 'cancelled', nextAt: null, endedAt: now, waitingFor: [] },
    [eventOf(page, 'cancelled', by, now, [], reason)],
    settle(page),
  );
}

/** What is overdue happens after what a person has just done, so that history stays in order. */
function notBefore({ nextAt }: Page, now: number): number | null {
  return nextAt === null ? null : Math.max(nextAt, now);
}

function canStillBeAnswered(before: Page, now: Page, decliner: string): boolean {
  if (!before.waitingFor.includes(decliner)) return true;
  return stepAt(before, before).acknowledgedBy === 'any' && now.waitingFor.length > 0;
}

/** Everyone it asked, or only these. */
function settle(page: Page, only?: readonly string[]): readonly PageEffect[] {
  const userIds = only ?? page.notified.map(({ userId }) => userId);
  return userIds.length === 0 ? [] : [{ kind: 'settle', pageId: page.id, userIds }];
}

function over(): Refusal {
  return refuse('already_resolved', {}, 'This page has ended. Nothing more is asked of anyone.');
}
