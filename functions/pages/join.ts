/** Alerts that join a page: in the transaction that opens or changes them. */
import * as v from 'valibot';
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { idSchema, system } from '#domain/base.ts';
import { urgencyOfAlert } from '#domain/page/urgency.ts';
import { liveAlertStatuses } from '#domain/alert/status.ts';
import type { Release } from '#domain/page/effects.ts';
import { acknowledgersOf } from '#domain/page/holder.ts';
import {
  isShared,
  isWorseThanHeld,
  mayJoinHeld,
  nextReview,
  takesAlerts,
  withReview,
  withSeverity,
} from '#domain/page/joining.ts';
import { defaultJoining, type Joining, serviceSchema } from '#domain/service/schema.ts';
import { waysOf } from '../channels/channels.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query, where, type Query } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export const pageWindowSchema = v.object({ high: v.optional(idSchema), low: v.optional(idSchema) });

/** The open page of the alert's service that the alert joins; null: the alert needs a page of its own. */
export async function pageToJoin(work: UnitOfWork, alert: Alert): Promise<Page | null> {
  const path = windowPath(alert);
  const pageId = path && (await work.getReadable(pageWindowSchema, path))?.[urgencyOfAlert(alert)];
  const page = pageId ? await work.getReadable(pageSchema, documentPaths.page(alert.teamId, pageId)) : null;
  if (page === null || !takesAlerts(page, alert, await joiningOf(work, alert), work.now)) return null;
  if (mayJoinHeld(page, alert, null, work.now)) return page;
  return mayJoinHeld(page, alert, await lastReceiptAt(work, page), work.now) ? page : null;
}

/** Null: switched off. The default for a service that can't be read. */
async function joiningOf(work: UnitOfWork, { teamId, serviceId }: Alert): Promise<Joining | null> {
  const path = serviceId && documentPaths.service(teamId, serviceId);
  const service = path ? await work.getReadable(serviceSchema, path) : null;
  return service?.joining === undefined ? defaultJoining : service.joining;
}

/** Time at which something of a holder last showed a notification. */
async function lastReceiptAt(work: UnitOfWork, page: Page): Promise<number | null> {
  const times: number[] = [];
  for (const userId of acknowledgersOf(page))
    for (const { lastShownAt } of await waysOf(work, page.teamId, userId)) times.push(lastShownAt ?? 0);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * Page that an alert has joined, with a scheduled review and the alert's severity. Of an acknowledged page the holders get a notice: of
 * the first alert that joins, and of each that is worse than what they hold.
 */
export async function joinPage(work: UnitOfWork, alert: Alert, page: Page): Promise<Page> {
  const worse = isWorseThanHeld(alert, page);
  for (const userId of acknowledgersOf(page))
    await sendNotice(work, {
      ...{ teamId: page.teamId, userId, by: system },
      cause: `joined-${page.id}-${page.endedAt ?? 0}${worse ? `-${alert.severity}` : ''}`,
      content: {
        ...{ kind: 'alertJoined', pageId: page.id, summary: alert.summary },
        ...{ severity: alert.severity, worse },
      },
      link: `/alerts?alert=${alert.id}`,
      urgency: worse ? 'high' : 'quiet',
    });
  return withReview(withSeverity(page, alert), nextReview(work.now));
}

/** Opens the window in which the page takes further alerts of its service. */
export async function openWindow(work: UnitOfWork, alert: Alert, page: Page): Promise<void> {
  const path = windowPath(alert);
  if (path === null || !takesAlerts(page, alert, await joiningOf(work, alert), work.now)) return;
  work.save(path, { ...(await work.getReadable(pageWindowSchema, path)), [page.urgency]: page.id });
}

/** Null: it has no service, or belongs to an incident, whose pages take no others. */
const windowPath = ({ teamId, serviceId, incidentId }: Alert): string | null =>
  serviceId === null || incidentId !== null ? null : serverPaths.pageWindow(teamId, serviceId);

/** Alerts of a page that are not over, at most `most`. */
export const liveAlertsOf = (work: UnitOfWork, page: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, page.teamId, liveParts(page), most);

/** Alerts of a page, at most `most`. */
export const someAlertsOf = (work: UnitOfWork, { teamId, id }: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, teamId, [where('pageId', '==', id)], most);

/** Open alerts of an acknowledged page. */
export const openAlertsOf = (work: UnitOfWork, page: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, page.teamId, openParts(page), most);

/** Alerts that a release concerns: acknowledged by one of its members, and joined ones when nobody has the page any more. */
export async function alertsToRelease(
  work: UnitOfWork,
  { teamId, id }: Page,
  { from, to }: Release,
  most: number,
): Promise<Alert[]> {
  const joined = [where('pageId', '==', id), where('status', '==', 'joined')];
  const found = to === null ? await alertsOf(work, teamId, joined, most) : [];
  for (const userId of from) {
    if (found.length === most) break;
    const theirs = [where('status', '==', 'acknowledged'), where('acknowledgedBy', '==', userId)];
    found.push(
      ...(await alertsOf(work, teamId, [where('pageId', '==', id), ...theirs], most - found.length)),
    );
  }
  return found;
}

type Parts = readonly ReturnType<typeof where>[];

const queryOf = (teamId: string, parts: Parts, most: number): Query =>
  query(collectionPaths.alerts(teamId), ...parts, limit(most));

const alertsOf = (work: UnitOfWork, teamId: string, parts: Parts, most: number): Promise<Alert[]> =>
  work.find(alertSchema, queryOf(teamId, parts, most));

const liveParts = ({ id }: Page): Parts => [
  where('pageId', '==', id),
  where('status', 'in', liveAlertStatuses),
];
const openParts = ({ id }: Page): Parts => [where('pageId', '==', id), where('status', '==', 'open')];

/** Whether the page has an unresolved alert: one that can't be read counts, since it may need somebody. */
export const hasLiveAlert = (work: UnitOfWork, page: Page): Promise<boolean> =>
  work.hasAny(queryOf(page.teamId, liveParts(page), 1));

/** Whether one of its alerts is open; unreadable ones count too. */
export const hasOpenAlert = (work: UnitOfWork, page: Page): Promise<boolean> =>
  work.hasAny(queryOf(page.teamId, openParts(page), 1));

/** Whether a shared page has no unresolved alert left. */
export async function hasOnlyEndedAlerts(work: UnitOfWork, page: Page): Promise<boolean> {
  return isShared(page) && !(await hasLiveAlert(work, page));
}
