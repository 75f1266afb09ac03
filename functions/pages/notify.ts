/**
 * Notification of a person: a delivery per target of their rules in the transaction, and after it a message to each that is due now. A
 * message with unknown outcome (the service was down, this process died) stays `queued`, and the sweep sends it again while it is still
 * relevant. Later deliveries are `waiting` with their time.
 */
import { type ChannelTarget, isSameTarget } from '#domain/channel/schema.ts';
import { system } from '#domain/base.ts';
import { planNotifications, type PlannedNotification } from '#domain/notification/plan.ts';
import { type NotificationRules, notificationRulesSchema } from '#domain/notification/schema.ts';
import { plannedDelivery } from '#domain/page/delivery.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { PageEffect } from '#domain/page/effects.ts';
import { noPriority } from '#domain/policy/condition.ts';
import { documentPaths } from '#api/paths.ts';
import type { NotificationChannel, ReachedWay } from '../channels/channel.ts';
import { channels, waysOf } from '../channels/channels.ts';
import { attempt } from '../kernel/attempt.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { notifyTask } from '../tasks.ts';
import { priorityOf } from './priority.ts';
import { type AddressedDelivery, addresseeOf, send } from './send.ts';

type Notify = Extract<PageEffect, { kind: 'notify' }>;

export async function notify(work: UnitOfWork, page: Page, effect: Notify): Promise<void> {
  const ways = await waysTo(work, page, effect.userId);
  if (ways.length === 0) keepDelivery(work, page, effect, { to: null, dueAt: effect.at, held: null });
  const to: AddressedDelivery[] = [];
  let hasReplaceable = false;
  for (const planned of await planOf(work, page, effect, ways)) {
    const delivery = keepDelivery(work, page, effect, planned);
    if (delivery.status === 'waiting') sendLater(work, delivery);
    const way = ways.find((one) => isSameTarget(one.to, planned.to));
    hasReplaceable ||= way?.replaces === true;
    const addressee = way && addresseeOf(way);
    if (addressee && delivery.status === 'queued') to.push({ delivery, addressee });
  }
  // Noted in the same change of the page: settling the page needs no further read.
  if (hasReplaceable && page.hasReplaceable !== true)
    work.save(documentPaths.page(page.teamId, page.id), { ...page, hasReplaceable: true } satisfies Page);
  if (to.length > 0) work.afterCommit((server) => send(server, { page, to, expiresAt: effect.expiresAt }));
}

/** A drill proves its target at once. */
async function planOf(
  work: UnitOfWork,
  page: Page,
  { userId, at }: Notify,
  ways: readonly ReachedWay[],
): Promise<readonly PlannedNotification[]> {
  const path = documentPaths.notificationRules(page.teamId, userId);
  const isDrill = page.subject.kind === 'drill';
  const rules: NotificationRules | null = isDrill
    ? null
    : await work.getReadable(notificationRulesSchema, path);
  // The priority matters for quiet hours only.
  const priority = rules?.quietHours ? await priorityOf(work, page) : noPriority;
  return planNotifications(rules, ways, { urgency: page.urgency, priority, at });
}

/** The sweep finds it too, by its time. */
function sendLater(work: UnitOfWork, { teamId, pageId, id, dueAt }: Delivery): void {
  const at = dueAt ?? work.now;
  work.afterCommit(async ({ tasks }) => {
    await attempt(() => tasks.enqueue(notifyTask, { teamId, pageId, id }, { at, id: `delivery-${id}` }));
  });
}

/** Ways by which a page may reach a person: of a drill, the one that it proves. */
export async function waysTo(
  work: UnitOfWork,
  page: Page,
  userId: string,
  of: readonly NotificationChannel[] = channels,
): Promise<readonly ReachedWay[]> {
  const { teamId, subject } = page;
  const ways = await waysOf(work, teamId, userId, of);
  return subject.kind === 'drill' ? ways.filter(({ to }) => isSameTarget(to, subject.to)) : ways;
}

function keepDelivery(
  work: UnitOfWork,
  page: Page,
  effect: Notify,
  { to, ...planned }: Omit<PlannedNotification, 'to'> & { readonly to: ChannelTarget | null },
): Delivery {
  const id = work.newId();
  const delivery: Delivery = {
    id,
    teamId: page.teamId,
    createdAt: effect.at,
    createdBy: system,
    revision: 1,
    pageId: page.id,
    userId: effect.userId,
    to,
    queuedAt: effect.at,
    acceptedAt: null,
    shownAt: null,
    openedAt: null,
    ...plannedDelivery(planned, { now: work.now, expiresAt: effect.expiresAt }),
  };
  work.save(documentPaths.delivery(page.teamId, page.id, id), delivery);
  return delivery;
}
