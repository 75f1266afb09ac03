/**
 * Asking a person: one delivery per device that their rules name in the transaction, and after it a push to each whose turn is now. A
 * push whose fate is not known (the service was down, this process died) stays `queued`, and the sweep sends it again while it still
 * matters. What comes later is `waiting` with its time.
 */
import type { Device } from '#domain/device/schema.ts';
import { system } from '#domain/base.ts';
import { planNotifications, type PlannedNotification } from '#domain/notification/plan.ts';
import { type NotificationRules, notificationRulesSchema } from '#domain/notification/schema.ts';
import { plannedDelivery } from '#domain/page/delivery.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { PageEffect } from '#domain/page/effects.ts';
import { noPriority } from '#domain/policy/condition.ts';
import { documentPaths } from '#api/paths.ts';
import { devicesOfPerson } from '../devices/find.ts';
import { attempt } from '../kernel/attempt.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { notifyTask } from '../tasks.ts';
import { priorityOf } from './priority.ts';
import { type AddressedDelivery, send } from './send.ts';

type Notify = Extract<PageEffect, { kind: 'notify' }>;

export async function notify(work: UnitOfWork, page: Page, effect: Notify): Promise<void> {
  const devices = await devicesOf(work, page, effect.userId);
  if (devices.length === 0)
    keepDelivery(work, page, effect, { deviceId: null, dueAt: effect.at, held: null });
  const to: AddressedDelivery[] = [];
  for (const planned of await planOf(work, page, effect, devices)) {
    const delivery = keepDelivery(work, page, effect, planned);
    if (delivery.status === 'waiting') sendLater(work, delivery);
    const registration = devices.find(({ id }) => id === planned.deviceId)?.registration ?? null;
    if (registration !== null && delivery.status === 'queued') to.push({ delivery, registration });
  }
  if (to.length > 0) work.afterCommit((server) => send(server, { page, to, expiresAt: effect.expiresAt }));
}

/** A drill proves its device at once. */
async function planOf(
  work: UnitOfWork,
  page: Page,
  { userId, at }: Notify,
  devices: readonly Device[],
): Promise<readonly PlannedNotification[]> {
  const path = documentPaths.notificationRules(page.teamId, userId);
  const isDrill = page.subject.kind === 'drill';
  const rules: NotificationRules | null = isDrill
    ? null
    : await work.getReadable(notificationRulesSchema, path);
  // The priority matters for quiet hours only.
  const priority = rules?.quietHours ? await priorityOf(work, page) : noPriority;
  return planNotifications(rules, devices, { urgency: page.urgency, priority, at });
}

/** The sweep finds it too, by its time. */
function sendLater(work: UnitOfWork, { teamId, pageId, id, dueAt }: Delivery): void {
  const at = dueAt ?? work.now;
  work.afterCommit(async ({ tasks }) => {
    await attempt(() => tasks.enqueue(notifyTask, { teamId, pageId, id }, { at, id: `delivery-${id}` }));
  });
}

export async function devicesOf(work: UnitOfWork, page: Page, userId: string): Promise<readonly Device[]> {
  const devices = await devicesOfPerson(work, page.teamId, userId);
  const { subject } = page;
  return subject.kind === 'drill' ? devices.filter((one) => one.id === subject.deviceId) : devices;
}

function keepDelivery(
  work: UnitOfWork,
  page: Page,
  effect: Notify,
  { deviceId, ...planned }: Omit<PlannedNotification, 'deviceId'> & { readonly deviceId: string | null },
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
    deviceId,
    queuedAt: effect.at,
    acceptedAt: null,
    shownAt: null,
    openedAt: null,
    ...plannedDelivery(planned, { now: work.now, expiresAt: effect.expiresAt }),
  };
  work.save(documentPaths.delivery(page.teamId, page.id, id), delivery);
  return delivery;
}
