/**
 * Asking a person: one delivery per device in the transaction, one push per device after it. A push whose fate is not
 * known (the service was down, this process died) stays `queued`, and the sweep sends it again while it still matters.
 */
import type { Device } from '#domain/device/schema.ts';
import { system } from '#domain/base.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { PageEffect } from '#domain/page/engine.ts';
import { documentPaths } from '#api/paths.ts';
import { devicesOfPerson } from '../devices/find.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { send } from './send.ts';

type Notify = Extract<PageEffect, { kind: 'notify' }>;

export async function notify(work: UnitOfWork, page: Page, effect: Notify): Promise<void> {
  const devices = await devicesOf(work, page, effect.userId);
  if (devices.length === 0) keepDelivery(work, page, effect, null);
  for (const one of devices) {
    const delivery = keepDelivery(work, page, effect, one.id);
    if (one.registration === null || delivery.status === 'failed') continue;
    const { registration } = one;
    work.afterCommit((server) => send(server, { page, delivery, registration, expiresAt: effect.expiresAt }));
  }
}

export async function devicesOf(work: UnitOfWork, page: Page, userId: string): Promise<readonly Device[]> {
  const devices = await devicesOfPerson(work, page.teamId, userId);
  const { subject } = page;
  return subject.kind === 'drill' ? devices.filter((one) => one.id === subject.deviceId) : devices;
}

function keepDelivery(work: UnitOfWork, page: Page, effect: Notify, deviceId: string | null): Delivery {
  const id = work.newId();
  const late = effect.expiresAt <= work.now;
  const delivery: Delivery = {
    id,
    teamId: page.teamId,
    createdAt: effect.at,
    createdBy: system,
    revision: 1,
    pageId: page.id,
    userId: effect.userId,
    deviceId,
    status: late ? 'failed' : 'queued',
    queuedAt: effect.at,
    acceptedAt: null,
    shownAt: null,
    openedAt: null,
    failedAt: late ? work.now : null,
    failure: late ? 'The page had moved on before this could be sent.' : null,
  };
  work.save(documentPaths.delivery(page.teamId, page.id, id), delivery);
  return delivery;
}
