/** One push to one device, and its receipt. */
import { changeDelivery, type DeliveryCommand } from '#domain/page/delivery.ts';
import { system } from '#domain/base.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { deliverySchema, type Delivery, type Page } from '#domain/page/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { revised } from '#domain/transition.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { releaseRegistration } from '../devices/registrations.ts';
import { holdForDigest, isOverCap } from './cap.ts';
import { countOpenPages } from './open-pages.ts';
import { ticketOf } from './ticket.ts';
import { attempt, transact } from '../kernel/unit-of-work.ts';

export interface Sending {
  readonly page: Page;
  readonly delivery: Delivery;
  readonly registration: string;
  /** After this the page has moved on and nobody should be woken by it. */
  readonly expiresAt: number;
}

/** The longest that a push service keeps a message. */
const longestSeconds = 2_419_200;

/** Sends, then notes whether the push service took it. An outage leaves the delivery as it is. */
export async function send(server: ServerPorts, sending: Sending): Promise<void> {
  if (await isOverCap(server, sending.page, sending.delivery)) return holdForDigest(server, sending.delivery);
  try {
    await server.push.send(sending.registration, await messageOf(server, sending));
  } catch (error) {
    if (!isPortError(error)) throw error;
    if (!error.retryable)
      await attempt(() => note(server, sending, { kind: 'failed', failure: failureOf(error.code) }));
    if (error.code === 'messaging/registration-unknown') await attempt(() => forget(server, sending));
    return;
  }
  await attempt(() => note(server, sending, { kind: 'accepted' }));
}

async function messageOf(server: ServerPorts, { page, delivery, expiresAt }: Sending): Promise<OutgoingPush> {
  const now = server.clock.now();
  const [ticket, open, title] = await Promise.all([
    ticketOf(server, delivery),
    countOpenPages(server, page.teamId, delivery.userId),
    titleOf(server, page),
  ]);
  const drill = page.subject.kind === 'drill';
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  const step = page.phase === 'policy' ? `step ${page.step + 1}` : page.phase;
  return {
    notification: {
      title: drill ? 'Drill: this device can be reached' : title,
      body: drill
        ? 'Open it to prove the whole path.'
        : `${page.policy.name}, ${step}. Acknowledge within ${minutes} min, or it goes on to the next.`,
      tag: page.id,
      link: teamAddress(page.teamId, `/?page=${page.id}`),
      requireInteraction: page.urgency === 'high',
      actions: [
        { action: 'acknowledge', title: 'Acknowledge' },
        ...(drill ? [] : [{ action: 'decline', title: 'Can’t take it' }]),
      ],
    },
    data: {
      kind: 'page',
      pageId: page.id,
      teamId: page.teamId,
      deliveryId: delivery.id,
      ticket,
      open: String(open),
    },
    timeToLiveSeconds: Math.min(longestSeconds, Math.max(0, Math.floor((expiresAt - now) / 1000))),
    urgency: page.urgency === 'high' ? 'high' : 'normal',
  };
}

/** Push services refuse messages of more than about 4 kB, in which a control character takes six. */
const longestTitle = 200;

async function titleOf({ docs }: ServerPorts, page: Page): Promise<string> {
  const { teamId, serviceId = null, alertCount = 1 } = page;
  const isNamed = serviceId !== null && alertCount > 1;
  const path = documentPaths.service(teamId, serviceId ?? page.id);
  const service = isNamed ? fromDocument(serviceSchema, await docs.get(path)) : null;
  const cut = (summary: string, most: number) => shorten(summary.replaceAll(/\p{Cc}+/gu, ' '), most);
  return pageTitle(page, service?.name ?? null, cut, longestTitle);
}

function failureOf(code: string): string {
  return code === 'messaging/registration-unknown'
    ? 'This device no longer takes messages. Register it again on it.'
    : 'The push service refused the message.';
}

async function note(
  server: ServerPorts,
  { page, delivery }: Sending,
  receipt: DeliveryCommand,
): Promise<void> {
  const path = documentPaths.delivery(page.teamId, page.id, delivery.id);
  await transact(server, async (work) => {
    const current = await work.get(deliverySchema, path);
    if (current === null) return;
    const { state } = changeDelivery(current, receipt, { by: system, now: work.now });
    if (state !== current) work.save(path, state);
  });
}

/** A dead registration is not tried again; the device asks for a new one when it is next opened. */
async function forget(server: ServerPorts, { page, delivery, registration }: Sending): Promise<void> {
  const { deviceId } = delivery;
  if (deviceId === null) return;
  const path = documentPaths.device(page.teamId, deviceId);
  await transact(server, async (work) => {
    const current = await work.get(deviceSchema, path);
    if (current?.registration !== registration) return;
    work.save(path, revised(current, { registration: null, lostAt: work.now }));
    await releaseRegistration(work, registration, { teamId: page.teamId, id: deviceId });
  });
}
