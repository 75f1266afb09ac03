/** Handing a page to a named person. */
import { minute } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { transitioned, type TransitionContext } from '../transition.ts';
import type { PageChanged, PageEffect } from './effects.ts';
import { entryOf, recordNotified } from './engine.ts';
import { stepAt } from './positions.ts';
import type { Page } from './schema.ts';

/**
 * Notifies the member `to`, with the full delay of the current step; after the delay the page continues with its policy. An
 * acknowledged page then waits for `to` alone. In a notifying page the other recipients stay asked; where a step needs the
 * acknowledgement of all, `to` replaces the member who hands over.
 */
export function passTo(page: Page, to: string, context: TransitionContext): PageChanged | Failure {
  const { by, now } = context;
  const refused = refusal(page, to);
  if (refused !== null) return refused;
  const wasTaken = page.status === 'acknowledged';
  const inPlace = stepAt(page, page).acknowledgedBy === 'all';
  const stay = wasTaken ? [] : page.waitingFor.filter((userId) => !(inPlace && userId === by));
  const expiresAt = now + stepAt(page, page).delayMinutes * minute;
  const change: Partial<Page> = {
    status: 'notifying',
    nextAt: expiresAt,
    snoozedUntilAt: null,
    endedAt: null,
    waitingFor: [...stay, to],
    notified: recordNotified(page.notified, [to], now, () => ({ kind: 'handed-over', by })),
    acknowledgements: wasTaken ? [] : page.acknowledgements,
    steppedFrom: null,
  };
  const { id: pageId, urgency } = page;
  const effects: PageEffect[] = [{ kind: 'notify', pageId, userId: to, urgency, at: now, expiresAt }];
  return transitioned(page, change, context, entryOf(page, page, 'handed-over', [to]), effects);
}

function refusal(page: Page, to: string): Failure | null {
  if (page.subject.kind === 'drill')
    return noTarget('A drill proves its own device: it is handed to nobody.');
  if (page.status === 'exhausted')
    return failure('no_one_on_call', {}, 'Nobody has this page any more. Page a person by name.');
  if (page.declined.some(({ userId }) => userId === to))
    return noTarget('They said that they can’t take this page. Choose somebody else.');
  if (page.acknowledgements.some(({ userId }) => userId === to))
    return failure('already_acknowledged', { by: to }, 'They have acknowledged this page already.');
  if (page.waitingFor.includes(to)) return noTarget('This page asks them already. Choose somebody else.');
  return null;
}

const noTarget = (rule: string): Failure => failure('invalid', { field: 'userId', rule }, rule);
