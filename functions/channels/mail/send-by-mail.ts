/** Messages of the mail channel, and what their server says of them. */
import { sha256Hex } from '#domain/digest.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import { attempt } from '../../kernel/attempt.ts';
import { mailLinkPath } from '../../mail/links.ts';
import { mailTexts } from '../../mail/mail-text.ts';
import { awaitOutcome } from '../../mail/await-outcome.ts';
import type { Addressee, AskedPage, NotificationChannel, ChannelMessage, SendOutcome } from '../channel.ts';

export const sendByMail: NotificationChannel['send'] = async (server, addressee, message, about) => {
  if (server.mail === null) return { kind: 'failed', failure: 'No mail is set up on this server.' };
  const mail = mailOf(server.mail, addressee, message, about);
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
function mailOf(
  mail: ServerMail,
  addressee: Addressee,
  { notification }: ChannelMessage,
  about: AskedPage | null,
): OutgoingMail | null {
  if (notification === undefined) return null;
  const { title, body = '', link } = notification;
  const inApp = link === undefined ? null : { label: 'Open Muster', url: `${mail.origin}${link}` };
  if (about !== null)
    return pageMail(mail, addressee, about, { title, body, url: inApp?.url ?? mail.origin });
  const texts = mailTexts({
    subject: title,
    first: body === '' ? title : body,
    action: inApp,
    more: [],
    footer: 'Muster pages you by mail, as you have chosen under “You”.',
  });
  return { to: addressee.address, ...texts };
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
