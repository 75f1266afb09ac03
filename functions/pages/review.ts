/**
 * Looks at the alerts of a page that several share: acknowledges and passes them on with it, counts them, and ends or acknowledges the
 * page with the last of them. Safe to run at any time and any number of times; one that dies is done again by the sweep.
 */
import { alertSchema } from '#domain/alert/schema.ts';
import { changeAlert } from '#domain/alert/transitions.ts';
import { system } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { acknowledgersOf } from '#domain/page/holder.ts';
import {
  type AlertCounts,
  beginReview,
  endReview,
  isReviewDue,
  isShared,
  lastAskedAt,
} from '#domain/page/joining.ts';
import { pendingRelease } from '#domain/page/release.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { changePage, type PageOutcome } from '#domain/page/transitions.ts';
import { teamAddress } from '#api/addresses.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { shorten } from '#domain/text.ts';
import { sendMessage } from '../channels/messages.ts';
import { apply } from '../apply.ts';
import { asGuarded } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { isTeamGone } from '../team/gone.ts';
import { alertsToRelease, hasLiveAlert, hasOpenAlert, openAlertsOf } from './join.ts';

/** Below the smallest limit of any provider for the writes of a transaction. */
const portion = 100;

export async function reviewPage(server: ServerPorts, teamId: string, pageId: string): Promise<void> {
  const path = documentPaths.page(teamId, pageId);
  const begun = await transact(server, async (work) => {
    const page = await work.get(pageSchema, path);
    if (page === null || !isReviewDue(page, work.now) || (await isTeamGone(work, teamId))) return false;
    await keep(work, page, beginReview(page, work.now));
    return true;
  });
  if (!begun) return;
  while ((await releaseSome(server, path)) === portion);
  while ((await acknowledgeSome(server, path)) === portion);
  // An alert that joins after this finds the review under way, and asks for another one.
  const counts = await countAlerts(server, teamId, pageId);
  await transact(server, async (work) => {
    const page = await work.get(pageSchema, path);
    if (page === null) return;
    const outcome = await outcomeOf(work, page);
    const changed = await keep(work, page, endReview(page, counts));
    // The first one that joined has a notice.
    if (counts.joinedCount > Math.max(1, page.joinedCount ?? 0)) await pushJoined(work, changed);
    const next = outcome?.(changed);
    if (next?.ok) await apply(work, 'page', asGuarded(changed), next);
  });
}

async function countAlerts(server: ServerPorts, teamId: string, pageId: string): Promise<AlertCounts> {
  const all = query(collectionPaths.alerts(teamId), where('pageId', '==', pageId));
  const joined = query(
    collectionPaths.alerts(teamId),
    where('pageId', '==', pageId),
    where('status', '==', 'joined'),
  );
  const [{ count: alertCount }, { count: joinedCount }] = await Promise.all([
    server.docs.aggregate(all, { count: { count: true } }),
    server.docs.aggregate(joined, { count: { count: true } }),
  ]);
  return { alertCount: alertCount ?? 1, joinedCount: joinedCount ?? 0 };
}

/** Quiet notification of the page's holders: the number of joined alerts. Replaces the one before. */
async function pushJoined(work: UnitOfWork, page: Page): Promise<void> {
  const { teamId, id, joinedCount = 0, summary } = page;
  for (const userId of acknowledgersOf(page))
    await sendMessage(
      work,
      { teamId, userId },
      {
        notification: {
          title: `${joinedCount.toLocaleString('en')} alerts joined a page you hold`,
          body: shorten(summary, limits.name),
          tag: `joined-${id}`,
          link: teamAddress(teamId, `/alerts?show=all&page=${id}`),
          silent: true,
        },
        data: { kind: 'notice', teamId },
        timeToLiveSeconds: joinedForSeconds,
      },
    );
}

/** Older than this, the number of joined alerts is of no use. */
const joinedForSeconds = 3_600;

const keep = (work: UnitOfWork, before: Page, state: Page): Promise<Page> =>
  apply(work, 'page', asGuarded(before), { ok: true, state, events: [], effects: [] });

/** Number of alerts passed to the page's holder or opened again, at most a portion. */
const releaseSome = (server: ServerPorts, path: string): Promise<number> =>
  transact(server, async (work) => {
    const page = await work.get(pageSchema, path);
    const release = page && pendingRelease(page);
    if (!release) return 0;
    const alerts = await alertsToRelease(work, page, release, portion);
    for (const alert of alerts) {
      const changed = changeAlert(alert, { kind: 'follow-page', ...release }, { by: system, now: work.now });
      if (changed.ok) await apply(work, 'alert', asGuarded(alert), changed);
    }
    return alerts.length;
  });

/** Acknowledges a portion of an acknowledged page's alerts; returns their number. */
const acknowledgeSome = (server: ServerPorts, path: string): Promise<number> =>
  transact(server, async (work) => {
    const page = await work.get(pageSchema, path);
    // The last one: an alert may have joined between the answers of several people.
    const answer = page?.acknowledgements.at(-1);
    if (page?.status !== 'acknowledged' || answer === undefined) return 0;
    const context = { by: answer.userId, now: answer.acknowledgedAt };
    const alerts = await openAlertsOf(work, page, portion);
    for (const alert of alerts) {
      const changed = changeAlert(alert, { kind: 'acknowledge' }, context);
      if (changed.ok) await apply(work, 'alert', asGuarded(alert), { ...changed, effects: [] });
    }
    return alerts.length;
  });

/** Effect of its alerts on the page; null: none. */
async function outcomeOf(work: UnitOfWork, page: Page): Promise<((page: Page) => PageOutcome) | null> {
  if (page.status !== 'pending' && page.status !== 'notifying' && page.status !== 'acknowledged') return null;
  if (!isShared(page)) return null;
  const context = { by: system, now: work.now };
  if (!(await hasLiveAlert(work, page)))
    return (one) => changePage(one, { kind: 'cancel', reason: 'All of its alerts are over.' }, context);
  if (page.status === 'acknowledged' || (await hasOpenAlert(work, page))) return null;
  const by = await lastAcknowledgedBy(work, page);
  return by === null ? null : (one) => changePage(one, { kind: 'acknowledge' }, { ...context, by });
}

/** Member who acknowledged the last of its alerts since the page began to notify; null: all are older. */
async function lastAcknowledgedBy(work: UnitOfWork, page: Page): Promise<string | null> {
  const acknowledged = [where('pageId', '==', page.id), where('status', '==', 'acknowledged')];
  const newest = [orderBy('acknowledgedAt', 'desc'), limit(1)];
  const [last] = await work.find(
    alertSchema,
    query(collectionPaths.alerts(page.teamId), ...acknowledged, ...newest),
  );
  const { acknowledgedAt = null, acknowledgedBy = null } = last ?? {};
  return acknowledgedAt !== null && acknowledgedAt >= lastAskedAt(page) ? acknowledgedBy : null;
}
