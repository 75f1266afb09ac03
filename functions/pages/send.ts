/** The pushes of one page to the devices of one person. */
import { expectationText } from '#domain/page/expectation.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { policyAt } from '#domain/page/positions.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { runEffects, type CommitEffect } from '../kernel/effects.ts';
import { holdForDigest, isOverCap } from './cap.ts';
import { countOpenPages } from './open-pages.ts';
import { pushDeliveries } from './push-deliveries.ts';
import { ticketsOf } from './ticket.ts';

export interface AddressedDelivery {
  readonly delivery: Delivery;
  readonly registration: string;
}

export interface Sending {
  readonly page: Page;
  /** To devices of one person, asked at one time. */
  readonly to: readonly AddressedDelivery[];
  /** Time after which the page has moved on and the notification is of no use. */
  readonly expiresAt: number;
}

/** The longest that a push service keeps a message. */
const longestSeconds = 2_419_200;

/**
 * Sends deliveries and records the push service's answers; beyond their person's cap they are held for a digest. What all devices get
 * (the cap, the badge, the title) is read once. A device whose push fails keeps no other from its own.
 */
export async function send(server: ServerPorts, sending: Sending): Promise<void> {
  const { page, to } = sending;
  const [first] = to;
  if (first === undefined) return;
  const effects = (await isOverCap(server, page, first.delivery))
    ? to.map(
        ({ delivery }): CommitEffect =>
          () =>
            holdForDigest(server, delivery),
      )
    : await pushesOf(server, sending);
  await runEffects(server, effects);
}

async function pushesOf(server: ServerPorts, sending: Sending): Promise<readonly CommitEffect[]> {
  const messageTo = await messagesOf(server, sending);
  return sending.to.map(({ delivery, registration }): CommitEffect => {
    const { teamId, userId, deviceId } = delivery;
    const pushed = { teamId, userId, deviceId, registration, deliveries: [delivery] };
    return () => pushDeliveries(server, pushed, () => Promise.resolve(messageTo(delivery)));
  });
}

async function messagesOf(
  server: ServerPorts,
  { page, to, expiresAt }: Sending,
): Promise<(delivery: Delivery) => OutgoingPush> {
  const now = server.clock.now();
  const [ticketOf, open, title] = await Promise.all([
    ticketsOf(server),
    countOpenPages(server, page.teamId, to[0]?.delivery.userId ?? ''),
    titleOf(server, page),
  ]);
  const drill = page.subject.kind === 'drill';
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  const step = page.phase === 'policy' ? `step ${page.step + 1}` : page.phase;
  return (delivery) => ({
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
      ticket: ticketOf(delivery),
      seen: expectationText(page),
      open: String(open),
    },
    timeToLiveSeconds: Math.min(longestSeconds, Math.max(0, Math.floor((expiresAt - now) / 1000))),
    urgency: page.urgency === 'high' ? 'high' : 'normal',
  });
}

/** Push services refuse messages of more than about 4 kB, in which a control character takes six. */
const longestTitle = 200;

async function titleOf(server: ServerPorts, page: Page): Promise<string> {
  const { teamId, serviceId = null, alertCount = 1 } = page;
  const isNamed = serviceId !== null && alertCount > 1;
  const path = documentPaths.service(teamId, serviceId ?? page.id);
  const service = isNamed ? await getReadable(server, serviceSchema, path) : null;
  const cut = (summary: string, most: number) => shorten(summary.replaceAll(/\p{Cc}+/gu, ' '), most);
  return pageTitle(page, service?.name ?? null, cut, longestTitle);
}
