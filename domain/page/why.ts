/**
 * Reasons why an alert or a page notified its recipients, or nobody: read off the alert, its page and the engine's record of its
 * run.
 */
import type { Alert, Flapping, Unpaged } from '../alert/schema.ts';
import { waitsForHours } from './joining.ts';
import { type PagePosition, policyAt } from './positions.ts';
import type { AskedBecause, Delivery, Page, SkippedStep } from './schema.ts';

export type PagingReason =
  | Exclude<Unpaged, { kind: 'maintenance' }>
  /** `active` false: it held the page back earlier. */
  | { readonly kind: 'maintenance'; readonly maintenanceId: string; readonly active: boolean }
  | { readonly kind: 'policy-without-steps'; readonly policy: string }
  | { readonly kind: 'waits-for-support-hours'; readonly untilAt: number }
  | { readonly kind: 'snoozed'; readonly untilAt: number }
  /** Snoozed by the person who has acknowledged it. */
  | { readonly kind: 'page-snoozed'; readonly untilAt: number }
  /** Time of the new beginning. */
  | { readonly kind: 'snooze-ended'; readonly at: number }
  /** Null: it was resolved before. */
  | { readonly kind: 'flapping'; readonly flapping: Flapping; readonly untilAt: number | null }
  /** A page that another alert had started asks for it, too. */
  | { readonly kind: 'joined'; readonly pageId: string; readonly startedAt: number }
  /** Null: by its sender. */
  | { readonly kind: 'already-acknowledged'; readonly by: string | null }
  | { readonly kind: 'step-empty'; readonly position: SkippedStep; readonly handOver: PolicyHandOver | null }
  | {
      readonly kind: 'condition-not-met';
      readonly position: SkippedStep;
      readonly unmet: string;
      readonly handOver: PolicyHandOver | null;
    }
  /** The person had reached the cap of notifications; this one came with others. */
  | { readonly kind: 'digest'; readonly userId: string }
  | { readonly kind: 'exhausted' }
  /** The page was over before anybody was notified. */
  | { readonly kind: 'ended-before' }
  | { readonly kind: 'drill' }
  | {
      readonly kind: 'asked';
      readonly userId: string;
      readonly at: number;
      readonly because: ReasonOfAsking;
      readonly handOver: PolicyHandOver | null;
    }
  | { readonly kind: 'not-asked'; readonly userId: string }
  /** A person sent it to a policy. */
  | { readonly kind: 'sent-to-policy'; readonly by: string; readonly policy: string }
  /** The page was removed, or belongs to an incident that the reader can't open. */
  | { readonly kind: 'page-unreadable' }
  /** Older than the record of reasons. */
  | { readonly kind: 'not-recorded' };

/** Reason for asking a recipient. `by-name`: chosen by the sender of a direct page. Null: not recorded. */
export type ReasonOfAsking = AskedBecause | { readonly kind: 'by-name'; readonly by: string } | null;

/** Names of the policy that handed the page over, and of the one that has the step. */
export interface PolicyHandOver {
  readonly from: string;
  readonly to: string;
}

type Bundled = Pick<Delivery, 'userId' | 'bundled'>;

/** `page` null: it has none, or one that the reader can't read. */
export function whyAlert(
  alert: Alert,
  page: Page | null,
  deliveries: readonly Bundled[],
): readonly PagingReason[] {
  const holding = holdingReasons(alert);
  if (page === null) {
    if (holding.length > 0) return holding;
    if (alert.pageId !== null) return [{ kind: 'page-unreadable' }];
    if (alert.unpaged) return [pastReason(alert.unpaged)];
    if (alert.status === 'acknowledged') return [{ kind: 'already-acknowledged', by: alert.acknowledgedBy }];
    return [{ kind: 'not-recorded' }];
  }
  const joined = hasJoined(alert, page);
  const takenBefore = page.acknowledgements.find(
    ({ acknowledgedAt }) => joined && acknowledgedAt < alert.createdAt,
  );
  return [
    ...holding,
    ...(joined ? [{ kind: 'joined', pageId: page.id, startedAt: page.createdAt } as const] : []),
    ...(takenBefore ? [{ kind: 'already-acknowledged', by: takenBefore.userId } as const] : []),
    ...whyPage(page, deliveries).filter(
      ({ kind }) => kind !== 'already-acknowledged' || takenBefore === undefined,
    ),
  ];
}

/** Reasons for every recipient, in order of the first notification. */
export function whyPage(page: Page, deliveries: readonly Bundled[]): readonly PagingReason[] {
  return [
    ...sentReasons(page),
    ...waitingReasons(page),
    ...snoozeReasons(page),
    ...skippedReasons(page),
    ...page.notified.flatMap(({ userId }) => askedReasons(page, userId, deliveries)),
    ...endReasons(page),
  ];
}

/** Reasons for asking this person; for anyone else, the steps that the page went through. */
export function whyPerson(
  page: Page,
  userId: string,
  deliveries: readonly Bundled[],
): readonly PagingReason[] {
  const asked = askedReasons(page, userId, deliveries);
  return [
    ...sentReasons(page),
    ...(asked.length === 0 ? [{ kind: 'not-asked', userId } as const] : asked),
    ...snoozeReasons(page),
    ...(page.subject.kind === 'drill' ? [] : skippedReasons(page)),
  ];
}

/** Whether somebody was notified for this very alert, not only by a page that it joined. */
export const hasPagedFor = (alert: Alert, page: Page | null): boolean =>
  page !== null && page.notified.length > 0 && !hasJoined(alert, page);

const hasJoined = (alert: Alert, { subject }: Page): boolean =>
  subject.kind === 'alert' && subject.alertId !== alert.id;

function holdingReasons(alert: Alert): readonly PagingReason[] {
  const { heldBy = null, suppressedUntilAt, flapping = null, unpaged = null } = alert;
  const reasons: PagingReason[] = [];
  if (heldBy !== null) reasons.push({ kind: 'maintenance', maintenanceId: heldBy, active: true });
  const isSuppressed = alert.status === 'suppressed' && suppressedUntilAt !== null;
  // A flapping alert that paged after all says so by its page.
  if (flapping !== null && unpaged === null && alert.pageId === null)
    reasons.push({ kind: 'flapping', flapping, untilAt: isSuppressed ? suppressedUntilAt : null });
  else if (isSuppressed) reasons.push({ kind: 'snoozed', untilAt: suppressedUntilAt });
  return reasons;
}

const pastReason = (unpaged: Unpaged): PagingReason =>
  unpaged.kind === 'maintenance' ? { ...unpaged, active: false } : unpaged;

const sentReasons = ({ subject, policyId, policy, createdBy }: Page): readonly PagingReason[] =>
  subject.kind === 'incident' && policyId !== null
    ? [{ kind: 'sent-to-policy', by: createdBy, policy: policy.name }]
    : [];

function waitingReasons(page: Page): readonly PagingReason[] {
  if (page.subject.kind !== 'drill' && page.policy.steps.length === 0)
    return [{ kind: 'policy-without-steps', policy: page.policy.name }];
  if (!waitsForHours(page) || page.nextAt === null) return [];
  return [{ kind: 'waits-for-support-hours', untilAt: page.nextAt }];
}

function snoozeReasons({ snoozedUntilAt: untilAt = null, snoozeEndedAt: at = null }: Page): PagingReason[] {
  const reasons: PagingReason[] = at === null ? [] : [{ kind: 'snooze-ended', at }];
  return untilAt === null ? reasons : [...reasons, { kind: 'page-snoozed', untilAt }];
}

const skippedReasons = (page: Page): readonly PagingReason[] =>
  page.policy.steps.length === 0
    ? []
    : (page.skipped ?? []).map((position) => {
        const handOver = handOverOf(page, position);
        return position.unmet === null
          ? { kind: 'step-empty', position, handOver }
          : { kind: 'condition-not-met', position, unmet: position.unmet, handOver };
      });

function handOverOf(
  page: Page,
  { policyIndex = 0 }: Pick<PagePosition, 'policyIndex'>,
): PolicyHandOver | null {
  if (policyIndex === 0) return null;
  return {
    from: policyAt(page, { policyIndex: policyIndex - 1 }).name,
    to: policyAt(page, { policyIndex }).name,
  };
}

function askedReasons(page: Page, userId: string, deliveries: readonly Bundled[]): readonly PagingReason[] {
  const notified = page.notified.find((one) => one.userId === userId);
  if (notified === undefined) return [];
  if (page.subject.kind === 'drill') return [{ kind: 'drill' }];
  const { because = null, lastAt: at } = notified;
  const isBundled = deliveries.some((one) => one.userId === userId && one.bundled === true);
  return [
    {
      ...{ kind: 'asked', userId, at, because: ofDirectPage(page, because) },
      handOver: because?.kind === 'step' ? handOverOf(page, because) : null,
    },
    ...(isBundled ? [{ kind: 'digest', userId } as const] : []),
  ];
}

/** Recipients of a page without a policy were chosen by its sender. */
const ofDirectPage = (page: Page, because: AskedBecause | null): ReasonOfAsking =>
  page.policyId === null && because?.kind === 'step' ? { kind: 'by-name', by: page.createdBy } : because;

function endReasons(page: Page): readonly PagingReason[] {
  if (page.status === 'exhausted') return [{ kind: 'exhausted' }];
  if (page.notified.length > 0) return [];
  const [answer] = page.acknowledgements;
  if (answer) return [{ kind: 'already-acknowledged', by: answer.userId }];
  return page.status === 'cancelled' ? [{ kind: 'ended-before' }] : [];
}
