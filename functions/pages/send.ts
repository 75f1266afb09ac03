/** The push of one page to one device. */
import { pageTitle } from '#domain/page/joining.ts';
import { policyAt } from '#domain/page/positions.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { holdForDigest, isOverCap } from './cap.ts';
import { countOpenPages } from './open-pages.ts';
import { pushDeliveries } from './push-deliveries.ts';
import { ticketOf } from './ticket.ts';

export interface Sending {
  readonly page: Page;
  readonly delivery: Delivery;
  readonly registration: string;
  /** Time after which the page has moved on and the notification is of no use. */
  readonly expiresAt: number;
}

/** The longest that a push service keeps a message. */
const longestSeconds = 2_419_200;

/** Sends a delivery and records the push service's answer; beyond its person's cap it is held for a digest. */
export async function send(server: ServerPorts, sending: Sending): Promise<void> {
  const { page, delivery, registration } = sending;
  if (await isOverCap(server, page, delivery)) return holdForDigest(server, delivery);
  const { teamId, deviceId } = delivery;
  const pushed = { teamId, deviceId, registration, deliveries: [delivery] };
  await pushDeliveries(server, pushed, () => messageOf(server, sending));
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
        : `${policyAt(page, page).name}, ${step}. Acknowledge within ${minutes} min, or it goes on to the next.`,
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
