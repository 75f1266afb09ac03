/**
 * Commands on a page: acknowledge, decline, escalate, page again, hand over, hand back, snooze, cancel. Effects of time: `tick` of
 * `engine.ts`.
 */
import type { Page } from './schema.ts';
import { failure, type Failure } from '../errors.ts';
import { transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { PageChanged, PageEffect } from './effects.ts';
import { entryOf, type PageContext, runFrom } from './engine.ts';
import { escalate } from './escalate.ts';
import { checkExpected } from './expectation.ts';
import type { PageExpectation } from './expectation-schema.ts';
import { handBack, nobodyInstead } from './hand-back.ts';
import { isShared } from './joining.ts';
import { signOfLife } from './sign-of-life.ts';
import { passTo } from './pass-to.ts';
import { eligible, nextPosition, positionOf, type RecipientResolver, stepAt } from './positions.ts';
import { withRelease } from './release.ts';
import { repage } from './repage.ts';
import { endOfAcknowledgement, snooze } from './snooze.ts';
import { pageStates } from './status.ts';

export type PageOutcome = PageChanged | Failure;

/** State that the member saw when giving the command. Default: any state. */
interface Expecting {
  readonly expected?: PageExpectation | undefined;
}

export type PageAnswer =
  /**
   * Acknowledgement. Where the step wants everyone's answer, the page is acknowledged with the last one. Anyone may answer,
   * notified or not, and an exhausted page can still be acknowledged.
   */
  | { readonly kind: 'acknowledge' }
  /** Permanent end, because its subject is over or by hand. */
  | { readonly kind: 'cancel'; readonly reason: string }
  /** Hand-over to this person: `pass-to.ts`. */
  | ({ readonly kind: 'hand-over'; readonly to: string } & Expecting)
  /** Snooze of an acknowledged page; `minutes` null ends it: `snooze.ts`. */
  | ({ readonly kind: 'snooze'; readonly minutes: number | null } & Expecting)
  /** the holder uses Muster: `sign-of-life.ts`. */
  | { readonly kind: 'sign-of-life' };

export type PageCommand =
  | PageAnswer
  /**
   * “Can't take it”: the page never asks the member again. The next step starts at once when the current one has no recipient
   * left or needs the acknowledgement of all. After a decline by the member who acknowledged, the page notifies again; refused where
   * nobody is left to ask.
   */
  | ({ readonly kind: 'decline'; readonly reason: string } & Expecting)
  /** Next step at once: `escalate.ts`. */
  | ({ readonly kind: 'escalate'; readonly reason: string } & Expecting)
  /** Beginning from the first step again: `repage.ts`. */
  | ({ readonly kind: 'repage' } & Expecting)
  /** Withdraws the caller's own acknowledgement: `hand-back.ts`. */
  | ({ readonly kind: 'hand-back' } & Expecting);

const nobody: RecipientResolver = { find: () => [], fallback: () => [], owners: () => [] };

/** An answer needs no resolver: it moves the page to nobody else. */
type ContextFor<C extends PageCommand> = TransitionContext &
  Partial<PageContext> &
  ([C] extends [PageAnswer] ? unknown : PageContext);

export function changePage<C extends PageCommand>(
  page: Page,
  command: C,
  { people = nobody, ...context }: ContextFor<C>,
): PageOutcome {
  const outcome = outcomeOf(page, command, { ...context, people });
  return outcome.ok ? withRelease(page, outcome, context) : outcome;
}

function outcomeOf(page: Page, command: PageCommand, context: PageContext): PageOutcome {
  if (pageStates[page.status].length === 0)
    return failure('already_resolved', {}, 'This page has ended. Nothing more is asked of anyone.');
  const unexpected = 'expected' in command ? checkExpected(page, command.expected) : null;
  if (unexpected !== null) return unexpected;
  switch (command.kind) {
    case 'acknowledge':
      return acknowledge(page, context);
    case 'decline':
      return decline(page, command.reason, context);
    case 'escalate':
      return escalate(page, command, context);
    case 'hand-back':
      return handBack(page, context);
    case 'repage':
      return repage(page, context);
    case 'hand-over':
      return passTo(page, command.to, context);
    case 'snooze':
      return snooze(page, command.minutes, context);
    case 'sign-of-life':
      return signOfLife(page, context);
    case 'cancel': {
      const ended: Partial<Page> = {
        status: 'cancelled',
        nextAt: null,
        snoozedUntilAt: null,
        endedAt: context.now,
        waitingFor: [],
      };
      return transitioned(
        page,
        ended,
        context,
        entryOf(page, page, 'cancelled', [], command.reason),
        settle(page),
      );
    }
  }
}

function acknowledge(page: Page, context: TransitionContext): PageOutcome {
  const { by: userId, now } = context;
  const before = page.acknowledgements.find((one) => page.status === 'acknowledged' || one.userId === userId);
  if (before) return failure('already_acknowledged', { by: before.userId });

  const acknowledgements = [...page.acknowledgements, { userId, acknowledgedAt: now }];
  if (page.status === 'notifying' && stepAt(page, page).acknowledgedBy === 'all') {
    const missing = page.waitingFor.some((one) => !acknowledgements.some((given) => given.userId === one));
    const answered = { acknowledgements, nextAt: notBefore(page, now) };
    if (missing)
      return transitioned(
        page,
        answered,
        context,
        entryOf(page, page, 'answered', [userId]),
        settle(page, [userId]),
      );
  }

  const change: Partial<Page> = {
    acknowledgements,
    status: 'acknowledged',
    nextAt: endOfAcknowledgement(page, now),
    endedAt: now,
    waitingFor: [],
    // The review acknowledges the alerts that joined it.
    ...(isShared(page) ? { reviewAt: now, reviewing: false } : {}),
  };
  const effects: PageEffect[] = [
    ...settle(page),
    { kind: 'acknowledge-subject', subject: page.subject, userId },
  ];
  return transitioned(page, change, context, entryOf(page, page, 'acknowledged', [userId]), effects);
}

function decline(page: Page, reason: string, context: PageContext): PageOutcome {
  const { by: userId, now, people } = context;
  if (page.declined.some((one) => one.userId === userId)) return unchanged(page);
  if (![...page.notified, ...page.acknowledgements].some((one) => one.userId === userId)) {
    const sentence = 'This page did not ask you, so there is nothing to decline. Escalate it instead.';
    return failure('forbidden', {}, sentence);
  }
  const holder = page.acknowledgements.find(() => page.status === 'acknowledged')?.userId;
  if (holder !== undefined && !page.acknowledgements.some((one) => one.userId === userId))
    return failure('already_acknowledged', { by: holder });

  const change = {
    nextAt: notBefore(page, now),
    declined: [...page.declined, { userId, declinedAt: now, reason }],
    waitingFor: page.waitingFor.filter((one) => one !== userId),
    acknowledgements: page.acknowledgements.filter((one) => one.userId !== userId),
  };
  const entry = entryOf(page, page, 'declined', [userId], reason);
  const declined = transitioned(page, change, context, entry, settle(page, [userId]));
  const { state, events, effects } = declined;
  const stays =
    page.status === 'exhausted' ||
    (page.status === 'acknowledged' && state.acknowledgements.length > 0) ||
    (page.status === 'notifying' && canStillBeAnswered(page, state, userId));
  if (stays) return declined;

  const position = positionOf(state);
  const { mode } = stepAt(state, position);
  const others = mode === 'round-robin' && eligible(state, position, people, now).length > 0;
  const moved = runFrom(state, others ? position : nextPosition(state, position), people, now, events);
  if (holder !== undefined && moved.state.status === 'exhausted')
    return failure('no_one_on_call', {}, nobodyInstead);
  return { ...moved, effects: [...effects, ...moved.effects] };
}

/** Time of an overdue step: after what a person has just done, so that history stays in order. */
function notBefore({ nextAt }: Page, now: number): number | null {
  return nextAt === null ? null : Math.max(nextAt, now);
}

function canStillBeAnswered(before: Page, now: Page, decliner: string): boolean {
  if (!before.waitingFor.includes(decliner)) return true;
  return stepAt(before, before).acknowledgedBy === 'any' && now.waitingFor.length > 0;
}

/** Withdrawal of the notifications of all notified people, or only of these. */
function settle(page: Page, only?: readonly string[]): readonly PageEffect[] {
  const userIds = only ?? page.notified.map(({ userId }) => userId);
  return userIds.length === 0 ? [] : [{ kind: 'settle', pageId: page.id, userIds }];
}
