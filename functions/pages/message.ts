/** The message of a page to a person, for all channels. */
import type { ChannelId } from '#domain/channel/schema.ts';
import { expectationText } from '#domain/page/expectation.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { policyAt } from '#domain/page/positions.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { AskedPage, ChannelMessage } from '../channels/channel.ts';
import { getReadable } from '../kernel/readable.ts';
import { countOpenPages } from './open-pages.ts';
import { ticketsOf } from './ticket.ts';

/** The longest that a push service keeps a message. */
const longestSeconds = 2_419_200;

/** Content shared by all messages of a notification, read once. `expiresAt`: time after which the page has moved on. */
export async function messagesOf(
  server: ServerPorts,
  page: Page,
  userId: string,
  expiresAt: number,
): Promise<(delivery: Delivery) => readonly [ChannelMessage, AskedPage]> {
  const now = server.clock.now();
  const [ticketOf, open, title] = await Promise.all([
    ticketsOf(server),
    countOpenPages(server, page.teamId, userId),
    titleOf(server, page),
  ]);
  const drill = page.subject.kind === 'drill';
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  const step = page.phase === 'policy' ? `step ${page.step + 1}` : page.phase;
  const messageTo = (delivery: Delivery, ticket: string): ChannelMessage => ({
    notification: {
      title: drill ? `Drill: this ${targetWords[delivery.to?.channel ?? 'push']} can be reached` : title,
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
      seen: expectationText(page),
      open: String(open),
    },
    timeToLiveSeconds: Math.min(longestSeconds, Math.max(0, Math.floor((expiresAt - now) / 1000))),
    urgency: page.urgency === 'high' ? 'high' : 'normal',
  });
  return (delivery) => {
    const ticket = ticketOf(delivery);
    return [messageTo(delivery, ticket), { page, delivery, ticket, expiresAt }];
  };
}

const targetWords: Readonly<Record<ChannelId, string>> = {
  push: 'device',
  mail: 'address',
  webhook: 'webhook',
};

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
