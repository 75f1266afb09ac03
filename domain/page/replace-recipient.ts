/** Change of a page when one of its recipients leaves the team or loses the permission to answer. */
import { minute } from '../constants.ts';
import { revised, unchanged } from '../transition.ts';
import type { PageChanged, PageEffect } from './effects.ts';
import { entryOf, type PageContext, recordNotified } from './engine.ts';
import { stepsOfChain } from '../policy/chain.ts';
import { stepAt } from './positions.ts';
import { withRelease } from './release.ts';
import type { Page } from './schema.ts';
import { changePage, type PageOutcome } from './transitions.ts';

export interface RecipientReplacement {
  readonly from: string;
  /** Null: the page moves on as if they had declined it. */
  readonly to: string | null;
}

/** Whether the member is a recipient, acknowledged the page, or is named in its policy. */
export const involves = (page: Page, userId: string): boolean =>
  isAsked(page, userId) || namesInPolicy(page, userId);

/**
 * Replaces the recipient `from` by `to`, who gets the full delay of the step; a page acknowledged by `from` alone notifies
 * again. The frozen policy names `to` from then on. A drill tests a device of `from`: the drill ends.
 */
export function replaceRecipient(
  page: Page,
  { from, to }: RecipientReplacement,
  context: PageContext,
): PageOutcome {
  if (!involves(page, from)) return unchanged(page);
  if (page.subject.kind === 'drill')
    return changePage(page, { kind: 'cancel', reason: 'Its person is no longer in the team.' }, context);
  const named = to === null ? page : { ...page, policy: renamed(page, from, to) };
  if (!isAsked(page, from))
    return to === null ? unchanged(page) : { ok: true, state: revised(named, {}), events: [], effects: [] };
  if (to === null || page.declined.some(({ userId }) => userId === to))
    return changePage(named, { kind: 'decline', reason: '' }, { ...context, by: from });
  return withRelease(named, askInstead(named, from, to, context), context);
}

function askInstead(page: Page, from: string, to: string, { by, now }: PageContext): PageChanged {
  const { id: pageId, urgency } = page;
  const answered = page.acknowledgements.filter(({ userId }) => userId !== from);
  // Another member has acknowledged, too.
  if (page.status === 'acknowledged' && answered.length > 0)
    return { ok: true, state: revised(page, { acknowledgements: answered }), events: [], effects: [] };
  const others = page.waitingFor.filter((userId) => userId !== from && userId !== to);
  const asks = !answered.some(({ userId }) => userId === to);
  const because = { kind: 'in-place-of', userId: from } as const;
  const expiresAt = now + stepAt(page, page).delayMinutes * minute;
  const state = revised(page, {
    status: 'notifying',
    nextAt: expiresAt,
    snoozedUntilAt: null,
    endedAt: null,
    waitingFor: asks ? [...others, to] : others,
    acknowledgements: answered,
    notified: asks ? recordNotified(page.notified, [to], now, () => because) : page.notified,
  });
  const notify: PageEffect = { kind: 'notify', pageId, userId: to, urgency, at: now, expiresAt };
  return {
    ok: true,
    state,
    events: [{ at: now, by, entry: entryOf(page, page, 'notified', [to]) }],
    effects: [{ kind: 'settle', pageId, userIds: [from] }, ...(asks ? [notify] : [])],
  };
}

const isAsked = ({ status, waitingFor, acknowledgements }: Page, userId: string): boolean =>
  waitingFor.includes(userId) ||
  (status === 'acknowledged' && acknowledgements.some((one) => one.userId === userId));

const namesInPolicy = ({ policy }: Page, userId: string): boolean =>
  stepsOfChain(policy).some((step) => names(step, userId));

function renamed({ policy }: Page, from: string, to: string): Page['policy'] {
  const steps = renamedSteps(policy.steps, from, to);
  const thenPolicies = (policy.thenPolicies ?? []).map((one) => ({
    ...one,
    steps: renamedSteps(one.steps, from, to),
  }));
  return { ...policy, steps, thenPolicies };
}

const renamedSteps = (steps: Page['policy']['steps'], from: string, to: string): Page['policy']['steps'] =>
  steps.map((step) => {
    const targets = step.targets.filter(
      (target) => target.kind !== 'person' || target.userId !== to || !names(step, from),
    );
    return {
      ...step,
      targets: targets.map((target) =>
        target.kind === 'person' && target.userId === from ? { ...target, userId: to } : target,
      ),
    };
  });

const names = ({ targets }: Page['policy']['steps'][number], userId: string): boolean =>
  targets.some((target) => target.kind === 'person' && target.userId === userId);
