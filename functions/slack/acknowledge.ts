/** Acknowledging from Slack: a page, what an incident asks for, or an alert. Private incidents, alerts and pages count as missing. */
import { alertSchema } from '#domain/alert/schema.ts';
import { isFinal } from '#domain/incident/status.ts';
import { type Incident, incidentSchema } from '#domain/incident/schema.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { oneLine } from '#domain/text.ts';
import { slackLinkTo, slackText } from '#domain/webhook/chat/markup.ts';
import { idOf } from '#domain/base.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { fail } from '../kernel/command-failed.ts';
import { findReadable, getReadable } from '../kernel/readable.ts';
import type { SlackSession } from './session.ts';
import { runSlackCommand, wasCarriedOut } from './run-command.ts';
import { mostItems, sentence, type SlackAnswer } from './slack-answer.ts';

/** Pages that are looked through. */
const mostPages = 100;

export async function acknowledgePage(session: SlackSession, id: string): Promise<SlackAnswer> {
  const { server, acting, urlOf } = session;
  const page = await getReadable(server, pageSchema, documentPaths.page(acting.teamId, idOf(id)));
  if (page === null || page.private) return fail('not_found', {});
  await runSlackCommand(session, 'acknowledgePage', { pageId: page.id });
  return { text: `It is yours: ${slackLinkTo(urlOf(`/?page=${page.id}`), oneLine(page.summary))}` };
}

export async function acknowledgeWaiting(session: SlackSession): Promise<SlackAnswer> {
  const { server, acting } = session;
  const waiting = await findReadable(
    server,
    pageSchema,
    query(
      collectionPaths.pages(acting.teamId),
      where('status', '==', 'notifying'),
      where('waitingFor', 'array-contains', acting.userId),
      orderBy('createdAt'),
      limit(mostPages),
    ),
  );
  return oneOf(session, waiting, 'No page waits for you.');
}

export async function acknowledgeNumber(session: SlackSession, number: number): Promise<SlackAnswer> {
  const { server, acting } = session;
  const byNumber = query(collectionPaths.incidents(acting.teamId), where('number', '==', number), limit(1));
  const [incident] = await findReadable(server, incidentSchema, byNumber);
  if (!incident || incident.private)
    return sentence(`There is no incident ${number} that can be seen from here.`);
  return ofIncident(session, incident);
}

export async function acknowledgeIncident(session: SlackSession, id: string): Promise<SlackAnswer> {
  const { server, acting } = session;
  const path = documentPaths.incident(acting.teamId, idOf(id));
  const incident = await getReadable(server, incidentSchema, path);
  if (incident === null || incident.private) return fail('not_found', {});
  return ofIncident(session, incident);
}

async function ofIncident(session: SlackSession, incident: Incident): Promise<SlackAnswer> {
  const { server, acting } = session;
  const { id, number, status } = incident;
  if (isFinal({ status })) return sentence(`Incident #${number} is over.`);
  const asking = query(
    collectionPaths.pages(acting.teamId),
    where('incidentId', '==', id),
    orderBy('createdAt'),
    limit(mostPages),
  );
  const pages = await findReadable(server, pageSchema, asking);
  const notifying = pages.filter(({ status }) => status === 'notifying');
  const mine = notifying.filter(({ waitingFor }) => waitingFor.includes(idOf(acting.userId)));
  return oneOf(
    session,
    mine.length > 0 ? mine : notifying,
    `Nobody is being paged for incident #${number} now.`,
  );
}

/** Acknowledges the only page; offers several. */
async function oneOf(session: SlackSession, pages: readonly Page[], none: string): Promise<SlackAnswer> {
  const shown = pages.filter((page) => !page.private && page.subject.kind !== 'drill');
  const [only, ...more] = shown;
  // A task may run twice: the second time nothing waits any more.
  if (only === undefined)
    return sentence((await wasCarriedOut(session)) ? 'You have acknowledged it.' : none);
  if (more.length === 0) return acknowledgePage(session, only.id);
  return {
    text: `${shown.length} pages wait. Which one?`,
    items: shown.slice(0, mostItems).map(({ id, summary }) => ({
      text: slackText(oneLine(summary)),
      buttons: [{ label: 'Acknowledge', action: 'ack_page', id }],
    })),
  };
}

export async function acknowledgeAlert(session: SlackSession, id: string): Promise<SlackAnswer> {
  const { server, acting } = session;
  const alert = await getReadable(server, alertSchema, documentPaths.alert(acting.teamId, idOf(id)));
  if (alert === null || alert.private) return fail('not_found', {});
  await runSlackCommand(session, 'acknowledgeAlert', { alertId: alert.id });
  return sentence('You have acknowledged the alert.');
}
