/** Messages of the mail channel, and what their server says of them. */
import { sha256Hex } from '#domain/digest.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../../kernel/attempt.ts';
import { readsOf } from '../../kernel/documents.ts';
import { mailLinkPath, unsubscribePath } from '../../mail/links.ts';
import { mailTexts } from '../../mail/mail-text.ts';
import { awaitOutcome } from '../../mail/await-outcome.ts';
import type { Addressee, AskedPage, NotificationChannel, ChannelMessage, SendOutcome } from '../channel.ts';

export const sendByMail: NotificationChannel['send'] = async (server, addressee, message, about) => {
  if (server.mail === null) return { kind: 'failed', failure: 'No mail is set up on this server.' };
  const mail = await mailOf(server, server.mail, addressee, message, about);
  if (mail === null) return { kind: 'accepted' };
  try {
    const sent = await server.mail.send(mail);
    await attempt(() => awaitOutcome(server, addressee, sent, about?.delivery ?? null));
    return { kind: 'accepted' };
  } catch (error) {
    return outcomeOf(error);
  }
};

/** Null for a message that says nothing to a reader. */
async function mailOf(
  server: ServerPorts,
  mail: ServerMail,
  addressee: Addressee,
  message: ChannelMessage,
  about: AskedPage | null,
): Promise<OutgoingMail | null> {
  const { notification, data } = message;
  if (notification === undefined) return null;
  const { title, body = '', link } = notification;
  const inApp = link === undefined ? null : { label: 'Open Muster', url: `${mail.origin}${link}` };
  if (about !== null)
    return pageMail(mail, addressee, about, { title, body, url: inApp?.url ?? mail.origin });
  const isNotice = data?.['kind'] === 'notice';
  const { teamId, userId, address } = addressee;
  const texts = mailTexts({
    subject: title,
    first: body === '' ? title : body,
    action: inApp,
    more: [],
    footer: isNotice
      ? 'Muster sends you notices by mail, as you have chosen under “You”.'
      : 'Muster pages you by mail, as you have chosen under “You”.',
  });
  const settings = isNotice
    ? await readsOf(server).get(mailSettingsSchema, documentPaths.mailSettings(teamId, userId))
    : null;
  const off = settings && unsubscribePath(settings);
  return { to: address, ...texts, ...(off !== null && { unsubscribeUrl: `${mail.origin}${off}` }) };
}

function pageMail(
  { origin }: ServerMail,
  { address }: Addressee,
  { page, delivery, ticket }: AskedPage,
  { title, body, url }: { readonly title: string; readonly body: string; readonly url: string },
): OutgoingMail {
  const { teamId, id: pageId, incidentId, summary } = page;
  const path = mailLinkPath({ purpose: 'page', ids: [teamId, pageId, delivery.id], secret: ticket });
  const texts = mailTexts({
    subject: title,
    first: body,
    action: { label: 'Answer', url: `${origin}${path}` },
    more: [summary, `In Muster: ${url}`],
    footer: 'Whoever has the link above can answer this page: do not pass this mail on.',
  });
  return {
    to: address,
    ...texts,
    // A failed attempt may have arrived: the same message again has the same name.
    id: `delivery-${sha256Hex(delivery.id).slice(0, 32)}`,
    thread: sha256Hex(JSON.stringify(['muster thread', teamId, incidentId ?? pageId])).slice(0, 32),
  };
}

function outcomeOf(error: unknown): SendOutcome {
  if (!isPortError(error)) throw error;
  if (error.retryable) return { kind: 'unreached', failure: 'the mail server can’t be reached' };
  if (error.code === 'not-found')
    return { kind: 'failed', failure: 'The mail server takes no mail for this address.', gone: true };
  return { kind: 'failed', failure: 'The mail server refused the message.' };
}
