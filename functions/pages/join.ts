/** Alerts that join a page: in the transaction that opens or changes them. */
import * as v from 'valibot';
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { idSchema } from '#domain/base.ts';
import { urgencyOf } from '#domain/page/urgency.ts';
import { isShared, nextReview, takesAlerts, withReview } from '#domain/page/joining.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

const windowSchema = v.object({ high: v.optional(idSchema), low: v.optional(idSchema) });

/**
 * The open page of the alert's service that the alert joins, with a scheduled review; null: the alert needs a page of its own.
 */
export async function pageToJoin(work: UnitOfWork, alert: Alert): Promise<Page | null> {
  const path = windowPath(alert);
  const pageId = path && (await work.get(windowSchema, path))?.[urgencyOf(alert.severity)];
  const page = pageId ? await work.get(pageSchema, documentPaths.page(alert.teamId, pageId)) : null;
  return page && takesAlerts(page, work.now) ? withReview(page, nextReview(work.now)) : null;
}

/** Opens the window in which the page takes further alerts of its service. */
export async function openWindow(work: UnitOfWork, alert: Alert, page: Page): Promise<void> {
  const path = windowPath(alert);
  if (path === null) return;
  work.save(path, { ...(await work.get(windowSchema, path)), [page.urgency]: page.id });
}

/** Null: it has no service, or belongs to an incident, whose pages take no others. */
const windowPath = ({ teamId, serviceId, incidentId }: Alert): string | null =>
  serviceId === null || incidentId !== null ? null : documentPaths.pageWindow(teamId, serviceId);

/** Alerts of a page that are not over, at most `most`. */
export const liveAlertsOf = (work: UnitOfWork, { teamId, id }: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, teamId, [where('pageId', '==', id), where('status', 'in', ['open', 'acknowledged'])], most);

/** Alerts of a page, at most `most`. */
export const someAlertsOf = (work: UnitOfWork, { teamId, id }: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, teamId, [where('pageId', '==', id)], most);

/** Open alerts of an acknowledged page. */
export const openAlertsOf = (work: UnitOfWork, { teamId, id }: Page, most: number): Promise<Alert[]> =>
  alertsOf(work, teamId, [where('pageId', '==', id), where('status', '==', 'open')], most);

/** Alerts that one of these members has acknowledged. */
export async function acknowledgedAlertsOf(
  work: UnitOfWork,
  { teamId, id }: Page,
  userIds: readonly string[],
  most: number,
): Promise<Alert[]> {
  const found: Alert[] = [];
  for (const userId of userIds) {
    const theirs = [where('status', '==', 'acknowledged'), where('acknowledgedBy', '==', userId)];
    found.push(
      ...(await alertsOf(work, teamId, [where('pageId', '==', id), ...theirs], most - found.length)),
    );
    if (found.length === most) break;
  }
  return found;
}

const alertsOf = (
  work: UnitOfWork,
  teamId: string,
  parts: readonly ReturnType<typeof where>[],
  most: number,
): Promise<Alert[]> => work.find(alertSchema, query(collectionPaths.alerts(teamId), ...parts, limit(most)));

/** Whether a shared page has no unresolved alert left. */
export async function hasOnlyEndedAlerts(work: UnitOfWork, page: Page): Promise<boolean> {
  return isShared(page) && (await liveAlertsOf(work, page, 1)).length === 0;
}
