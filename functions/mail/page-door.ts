/** The small page behind the link of a mailed page: shows what it is about, waits for a press, and says who has it once it is answered. */
import { idOf } from '#domain/base.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { oneLine, shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { channelOf } from '../channels/channels.ts';
import { answerByTicket, deliveryOfTicket, type PageTicket } from '../pages/answer-route.ts';
import { pageOutcome } from '../pages/page-outcome.ts';
import { smallPage } from './html.ts';
import type { MailLink } from './links.ts';
import { nothingHere } from './nothing-here.ts';

const titleCharacters = 200;

export async function pageDoor(
  server: ServerPorts,
  { ids: [teamId = '', pageId = '', deliveryId = ''], secret: ticket }: MailLink,
  press: string | null,
): Promise<HttpResponse> {
  const of = { teamId: idOf(teamId), pageId: idOf(pageId), deliveryId: idOf(deliveryId), ticket };
  const delivery = await deliveryOfTicket(server, of);
  const page = delivery && (await getReadable(server, pageSchema, documentPaths.page(teamId, pageId)));
  if (delivery?.to?.channel !== 'mail' || page === null) return nothingHere();
  return press === null ? shown(server, page, delivery.userId) : answered(server, page, of, press);
}

/** Nothing is written: mail scanners follow links. */
async function shown(server: ServerPorts, page: Page, userId: string): Promise<HttpResponse> {
  const title = titleOf(page);
  const link = linkOf(server, page);
  if (!isWaiting(page, userId))
    return smallPage({ status: 200, title, sentence: await pageOutcome(server, page, userId), link });
  const isDrill = page.subject.kind === 'drill';
  return smallPage({
    status: 200,
    title,
    sentence: isDrill ? 'This is a drill.' : 'You are paged. Press to answer.',
    buttons: [
      { value: 'acknowledge', label: 'Acknowledge' },
      ...(isDrill ? [] : [{ value: 'decline', label: 'Can’t take it' }]),
    ],
    link,
  });
}

async function answered(
  server: ServerPorts,
  page: Page,
  of: PageTicket,
  press: string,
): Promise<HttpResponse> {
  if (press !== 'acknowledge' && press !== 'decline') return nothingHere();
  const outcome = await answerByTicket(server, { ...of, teamId: idOf(of.teamId), answer: press });
  if (outcome === null) return nothingHere();
  const link = linkOf(server, page);
  if ('refused' in outcome)
    return smallPage({ status: 409, title: titleOf(page), sentence: outcome.refused.message, link });
  await attempt(() => prove(server, page, outcome.delivery.to));
  return smallPage(
    press === 'acknowledge'
      ? { status: 200, title: 'It is yours', sentence: `You have acknowledged: ${titleOf(page)}`, link }
      : { status: 200, title: 'Passed on', sentence: `Somebody else is asked: ${titleOf(page)}`, link },
  );
}

const prove = (
  server: ServerPorts,
  { teamId, subject }: Page,
  to: (Parameters<typeof channelOf>[0] & { readonly target: string }) | null,
) =>
  transact(server, async (work) => {
    if (to === null) return;
    const isDrill = subject.kind === 'drill';
    await channelOf(to)?.prove(work, teamId, to.target, { shown: 'push', isDrill });
  });

const isWaiting = ({ status, waitingFor, notified, declined }: Page, userId: string): boolean =>
  status === 'notifying' &&
  !declined.some((one) => one.userId === userId) &&
  (waitingFor.includes(userId) || notified.some((one) => one.userId === userId));

const titleOf = ({ summary }: Page): string => shorten(oneLine(summary), titleCharacters);

const linkOf = ({ mail }: ServerPorts, { teamId, id }: Page) => ({
  label: 'Open Muster',
  url: `${mail?.origin ?? ''}${teamAddress(teamId, `/?page=${id}`)}`,
});
