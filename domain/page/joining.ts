/**
 * Alerts that join a page: one page asks for all alerts of a service and urgency within a window, so that a storm is a handful of pages. An
 * alert that arrives while the page is acknowledged is joined, without an acknowledgement of its own. Messages do not write the page. A
 * change of its alerts requests a review, which a few seconds later counts them, acknowledges them with the page and determines its end;
 * one review covers all changes until then.
 */
import { type Alert, alertSeverities } from '../alert/schema.ts';
import { isAlertLive } from '../alert/status.ts';
import { constants, minute } from '../constants.ts';
import { noPriority } from '../policy/condition.ts';
import type { Joining } from '../service/schema.ts';
import { revised } from '../transition.ts';
import { acknowledgersOf } from './holder.ts';
import type { Page } from './schema.ts';

const isOver = ({ status }: Pick<Page, 'status'>): boolean =>
  status === 'cancelled' || status === 'exhausted';

/**
 * True for a page that waits for the support hours of its service. Until the support hours begin, every new alert of the service
 * may join the page.
 */
export const waitsForHours = ({ status }: Pick<Page, 'status'>): boolean => status === 'pending';

/** A page of an incident takes none: who may read it is the incident's affair. `joining` null: the service has it switched off. */
export const takesAlerts = (
  page: Page,
  { severity }: Pick<Alert, 'severity'>,
  joining: Joining | null,
  now: number,
): boolean =>
  joining !== null &&
  joining.severities.includes(severity) &&
  page.incidentId === null &&
  page.subject.kind === 'alert' &&
  !isOver(page) &&
  (waitsForHours(page) || now - page.createdAt < joining.minutes * minute);

/** False where the page's severity is not known. */
export const isWorseThanHeld = (
  { severity }: Pick<Alert, 'severity'>,
  { worstSeverity = null, priority = noPriority }: Pick<Page, 'worstSeverity' | 'priority'>,
): boolean => {
  const held = worstSeverity ?? priority.alert;
  return held !== null && alertSeverities.indexOf(severity) < alertSeverities.indexOf(held);
};

/**
 * Whether a new alert may join an acknowledged page: a critical one only while something shows that a holder is awake. `seenAt`: the
 * last receipt of a device of a holder; null for none.
 */
export function mayJoinHeld(
  page: Page,
  { severity }: Pick<Alert, 'severity'>,
  seenAt: number | null,
  now: number,
): boolean {
  if (page.status !== 'acknowledged' || severity !== 'critical') return true;
  const acknowledgedAt = Math.max(...page.acknowledgements.map((one) => one.acknowledgedAt));
  const signAt = Math.max(seenAt ?? 0, page.signOfLifeAt ?? 0);
  return signAt > acknowledgedAt && now - signAt <= constants.signOfLifeMinutes * minute;
}

/** The page with the worst severity that its alerts have brought. */
export const withSeverity = (page: Page, alert: Pick<Alert, 'severity'>): Page =>
  isWorseThanHeld(alert, page) ? revised(page, { worstSeverity: alert.severity }) : page;

/** Whether the page has, or may have, more alerts than the one that started it. */
export const isShared = ({ alertCount = 1, reviewAt = null }: Page): boolean =>
  alertCount > 1 || reviewAt !== null;

/** Page with a review at a time; the same object when a review to come will see the change. */
export function withReview(page: Page, at: number): Page {
  const { reviewAt = null, reviewing } = page;
  return reviewAt === null || reviewing ? revised(page, { reviewAt: at, reviewing: false }) : page;
}

export const nextReview = (now: number): number => now + constants.pageReviewSeconds * 1000;

export const isReviewDue = ({ reviewAt = null }: Page, now: number): boolean =>
  reviewAt !== null && reviewAt <= now;

/** Lease of a review: after it, one that died is repeated. */
const leaseMs = minute;

export const beginReview = (page: Page, now: number): Page =>
  revised(page, { reviewAt: now + leaseMs, reviewing: true });

/** Numbers of a page's alerts. */
export interface AlertCounts {
  readonly alertCount: number;
  readonly joinedCount: number;
}

/** The alerts were counted after the review had begun. */
export const endReview = (page: Page, counts: AlertCounts): Page =>
  page.reviewing
    ? revised(page, { ...counts, reviewAt: null, reviewing: false, releasedBy: [] })
    : revised(page, counts);

/** An alert that a page asks for. With an acknowledged page the alert is joined: nobody has acknowledged it. */
export function joinedTo(alert: Alert, page: Page): Alert {
  const isHeld = alert.status === 'open' && acknowledgersOf(page).length > 0;
  return { ...alert, pageId: page.id, unpaged: null, ...(isHeld ? { status: 'joined' } : {}) };
}

/** Time at which it last began to notify somebody. */
export const lastAskedAt = ({ notified, createdAt }: Pick<Page, 'notified' | 'createdAt'>): number =>
  Math.max(createdAt, ...notified.map(({ lastAt }) => lastAt));

/** Effect on an alert's page when the alert is linked to an incident or unlinked from it. */
export type OnLink =
  /** The page goes along. */
  | 'along'
  /** The alert leaves it: it goes on for the others, and says no more of this one. */
  | 'leaves';

/** `others`: alerts of the page beside this one; `liveOthers`: whether any of them is not over. */
export function onLink(
  page: Page,
  alert: Alert,
  { others, liveOthers }: { readonly others: boolean; readonly liveOthers: boolean },
): OnLink {
  const isSubject = page.subject.kind === 'alert' && page.subject.alertId === alert.id;
  if (page.incidentId !== null) return isSubject ? 'along' : 'leaves';
  if (!others) return 'along';
  return isAlertLive(alert) && !isOver(page) && !liveOthers ? 'along' : 'leaves';
}

/** The page named after another of its alerts. */
export const namedAfter = (page: Page, { id, summary }: Pick<Alert, 'id' | 'summary'>): Page => ({
  ...page,
  subject: { kind: 'alert', alertId: id },
  summary,
});

/** Title of a page: “Disk full and 812 more on Payments”. `most`: characters at most, of which the summary gives way. */
export function pageTitle(
  { summary, alertCount = 1 }: Pick<Page, 'summary' | 'alertCount'>,
  serviceName: string | null,
  shortened: (summary: string, most: number) => string = (whole) => whole,
  most = Number.POSITIVE_INFINITY,
): string {
  if (alertCount <= 1) return shortened(summary, most);
  const where = serviceName === null ? '' : ` on ${serviceName}`;
  const more = ` and ${(alertCount - 1).toLocaleString('en')} more${where}`;
  return shortened(summary, most - more.length) + more;
}
