/** The reasons of paging in words, as parts of a sentence, so that a screen shows names, links and times. */
import { flappingText } from '../alert/labels.ts';
import { system } from '../base.ts';
import type { Target } from '../policy/schema.ts';
import type { SkippedStep } from './schema.ts';
import type { PolicyHandOver, ReasonOfAsking, PagingReason } from './why.ts';

export type ReasonPart =
  | string
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'schedule'; readonly scheduleId: string }
  | { readonly kind: 'maintenance'; readonly maintenanceId: string }
  | { readonly kind: 'alerts-of-page'; readonly pageId: string; readonly text: string }
  | { readonly kind: 'time'; readonly at: number };

/** `openedAt`: when the alert opened. */
export function reasonParts(reason: PagingReason, openedAt: number): readonly ReasonPart[] {
  switch (reason.kind) {
    case 'no-service':
      return ['No service was found for it, so no policy says whom to page.'];
    case 'no-policy':
      return ['Its service has no policy for this urgency.'];
    case 'policy-gone':
      return ['The policy of its service is gone.'];
    case 'policy-without-steps':
      return [`The policy ${reason.policy} has no steps.`];
    case 'test-message':
      return ['It is a test message: it pages nobody.'];
    case 'maintenance':
      return [
        'The maintenance window ',
        { kind: 'maintenance', maintenanceId: reason.maintenanceId },
        reason.active ? ' holds its page back.' : ' held its page back.',
      ];
    case 'waits-for-support-hours':
      return ['Low urgency waits for the support hours, ', { kind: 'time', at: reason.untilAt }, '.'];
    case 'snoozed':
      return ['It is snoozed until ', { kind: 'time', at: reason.untilAt }, '.'];
    case 'page-snoozed':
      return ['The page is snoozed until ', { kind: 'time', at: reason.untilAt }, '; then it begins again.'];
    case 'snooze-ended':
      return ['Its snooze ended ', { kind: 'time', at: reason.at }, ': it began again at its first step.'];
    case 'flapping':
      return reason.untilAt === null
        ? [`It was flapping, ${flappingText(reason.flapping, openedAt)}, and was over before it was to page.`]
        : [
            `It is flapping, ${flappingText(reason.flapping, openedAt)}: it pages if it is still open at `,
            { kind: 'time', at: reason.untilAt },
            '.',
          ];
    case 'joined':
      return [
        'It joined a page that had started ',
        { kind: 'time', at: reason.startedAt },
        ' for ',
        { kind: 'alerts-of-page', pageId: reason.pageId, text: 'alerts of the same service' },
        ': nobody is asked twice.',
      ];
    case 'already-acknowledged':
      return reason.by === null || reason.by === system
        ? ['It was acknowledged already.']
        : [{ kind: 'person', userId: reason.by }, ' had acknowledged it already.'];
    case 'step-empty':
      return [
        `${positionName(reason.position, reason.handOver)} found nobody who can answer, and was skipped.`,
      ];
    case 'condition-not-met':
      return [`${positionName(reason.position, reason.handOver)} was skipped: it asks ${reason.unmet}.`];
    case 'digest':
      return [
        { kind: 'person', userId: reason.userId },
        ' had many notifications just before: this one came together with others.',
      ];
    case 'exhausted':
      return ['Everyone was asked, and nobody is left to ask.'];
    case 'ended-before':
      return ['It was over before anybody was asked.'];
    case 'drill':
      return ['A drill tests the device. Nothing is broken.'];
    case 'asked':
      return [{ kind: 'person', userId: reason.userId }, ...because(reason.because, reason.handOver), '.'];
    case 'not-asked':
      return ['This page did not ask ', { kind: 'person', userId: reason.userId }, '.'];
    case 'sent-to-policy':
      return [{ kind: 'person', userId: reason.by }, ` paged the policy “${reason.policy}”.`];
    case 'page-unreadable':
      return ['You can’t read its page.'];
    case 'not-recorded':
      return ['The reason was not recorded.'];
  }
}

/** Text after the person's name. */
function because(reason: ReasonOfAsking, handOver: PolicyHandOver | null): readonly ReasonPart[] {
  switch (reason?.kind) {
    case undefined:
      return [' was paged; the reason was not recorded'];
    case 'by-name':
      return [' was paged by ', { kind: 'person', userId: reason.by }];
    case 'fallback':
      return [' is one of the fallback people: the steps of the policy were over'];
    case 'owners':
      return [' is an owner: the policy and the fallback people were over'];
    case 'handed-over':
      return [' was handed the page by ', { kind: 'person', userId: reason.by }];
    case 'in-place-of':
      return [' is asked in place of ', { kind: 'person', userId: reason.userId }];
    case 'step': {
      const { step, loop, inTurn, target } = reason;
      const turn = inTurn ? '; it was their turn (round robin)' : '';
      const led = handOver === null ? '' : `, because “${handOver.from}” handed over to “${handOver.to}”`;
      return [...targetParts(target), ` in ${stepName(step, loop)}${ofPolicy(handOver)}${turn}${led}`];
    }
  }
}

function targetParts(target: Target): readonly ReasonPart[] {
  switch (target.kind) {
    case 'person':
      return [' is named'];
    case 'team':
      return [' is in the team, which is asked as a whole'];
    case 'schedule':
      return [' was on call in ', { kind: 'schedule', scheduleId: target.scheduleId }, ', asked'];
  }
}

const ofPolicy = (handOver: PolicyHandOver | null): string =>
  handOver === null ? '' : ` of “${handOver.to}”`;

const stepName = (step: number, loop: number): string =>
  `step ${step + 1}${loop > 0 ? `, repeat ${loop}` : ''}`;

function positionName({ phase, step, loop }: SkippedStep, handOver: PolicyHandOver | null): string {
  if (phase === 'fallback') return 'The list of fallback people';
  if (phase === 'owners') return 'The list of owners';
  return `Step ${step + 1}${loop > 0 ? `, repeat ${loop},` : ''}${ofPolicy(handOver)}`;
}
