/** Consequence of no answer to a page, and of declining it: as data and as sentences, the same on every screen. */
import type { TransitionContext } from '../transition.ts';
import type { Forecast } from './forecast.ts';
import type { RecipientResolver } from './positions.ts';
import type { Page } from './schema.ts';
import { changePage } from './transitions.ts';

export type Consequence =
  /** The page goes on asking the same people, without a change by itself. */
  | { readonly kind: 'stays' }
  /** The page asks members for the first time (`escalatesTo`), and members once more (`asksAgain`). */
  | {
      readonly kind: 'asks';
      readonly escalatesTo: readonly string[];
      readonly asksAgain: readonly string[];
      readonly at: number;
    }
  /** No member is left to ask: the page ends. A drill has no others from the beginning. */
  | { readonly kind: 'ends'; readonly at: number; readonly isDrill: boolean };

/** `next`: the first entry of its forecast; undefined: there is none. */
export function consequenceOf(
  { notified, subject }: Pick<Page, 'notified' | 'subject'>,
  next: Pick<Forecast, 'what' | 'userIds' | 'at'> | undefined,
): Consequence {
  if (next === undefined) return { kind: 'stays' };
  const { at, userIds } = next;
  if (next.what === 'exhausted') return { kind: 'ends', at, isDrill: subject.kind === 'drill' };
  const wasAsked = (userId: string) => notified.some((recipient) => recipient.userId === userId);
  return {
    kind: 'asks',
    escalatesTo: userIds.filter((userId) => !wasAsked(userId)),
    asksAgain: userIds.filter(wasAsked),
    at,
  };
}

/** Sentence that the countdown follows, unless the page stays as it is. `nameOf` says “you” for the reader. */
export function consequenceText(consequence: Consequence, nameOf: (userId: string) => string): string {
  switch (consequence.kind) {
    case 'stays':
      return 'It stays open until someone acknowledges.';
    case 'ends':
      return consequence.isDrill
        ? 'It asks nobody else, and ends in'
        : 'Nobody is left to ask. It ends unanswered in';
    case 'asks': {
      const escalatesTo = listed(consequence.escalatesTo, nameOf);
      const asksAgain = listed(consequence.asksAgain, nameOf);
      if (escalatesTo === '')
        return asksAgain === 'you' ? 'You are asked again in' : `Asks ${asksAgain} again in`;
      return asksAgain === ''
        ? `Escalates to ${escalatesTo} in`
        : `Escalates to ${escalatesTo} and asks ${asksAgain} again in`;
    }
  }
}

/** Members whom the page asks at once if this member declines; empty: nobody. */
export function askedAfterDecline(
  page: Page,
  { by, now, people }: TransitionContext & { readonly people: RecipientResolver },
): readonly string[] {
  const outcome = changePage(page, { kind: 'decline', reason: '' }, { by, now, people });
  if (!outcome.ok) return [];
  return outcome.effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.userId] : []));
}

export interface DeclineText {
  /** Next recipients, as a sentence. */
  readonly next: string;
  /** Readers of the decline's reason, as a sentence. */
  readonly reason: string;
}

/** Sentences for a member who is about to decline. `stillAsked`: others whom the page asks already. */
export function declineText(
  asked: readonly string[],
  stillAsked: readonly string[],
  nameOf: (userId: string) => string,
): DeclineText {
  const shown = 'They see your reason.';
  if (asked.length > 0)
    return {
      next: `${listed(asked, nameOf)} ${asked.length === 1 ? 'is' : 'are'} asked at once.`,
      reason: shown,
    };
  if (stillAsked.length > 0)
    return { next: `${listed(stillAsked, nameOf)} can still answer.`, reason: shown };
  return { next: 'Nobody else is left to ask.', reason: 'Your reason stays with the page.' };
}

/** The reader last; beyond three names, how many more there are. */
function listed(userIds: readonly string[], nameOf: (userId: string) => string): string {
  const names = userIds.map(nameOf).toSorted((one, other) => Number(one === 'you') - Number(other === 'you'));
  const [first = '', ...others] = names;
  if (others.length === 0) return first;
  if (others.length > 2) return `${first} and ${others.length} more`;
  return `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
}
