/** A message to a webhook, by one request. In a script of its own, because most servers have no such webhook. */
import { readDestination } from '#domain/personal-webhook/destination.ts';
import { type WebhookMessage, webhookRequest } from '#domain/personal-webhook/request.ts';
import type { PersonalWebhook, PersonalWebhookSecret } from '#domain/personal-webhook/schema.ts';
import { canReplace, sequenceIdOf } from '#domain/personal-webhook/replace.ts';
import type { Page } from '#domain/page/schema.ts';
import { oneLine, shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { attempt } from '../../kernel/attempt.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import { enteredAddress } from '../../leave-calendars/address.ts';
import type { AskedPage, ChannelMessage, SendOutcome } from '../channel.ts';

/** Bytes of an answer, and time for all of it. Nothing of an answer is kept. */
const answerBounds = { maxBytes: 65_536, timeoutMs: 10_000 };

const titleCharacters = 200;

/** Characters of a host's name (RFC 1035). */
const longestHost = 253;

/** The part of a destination that screens show; `fault`: a sentence why it is no destination. */
export function destinationOf(
  text: string,
): Pick<PersonalWebhook, 'service' | 'host'> | { readonly fault: string } {
  const read = readDestination(text);
  if (!read.success) return { fault: read.issues[0].message };
  const { url } = webhookRequest(read.output, emptyMessage);
  const host = enteredAddress(url)?.host ?? '';
  if (host === '' || host.length > longestHost) return { fault: 'Use an address with the name of a server.' };
  return { service: read.output.service, host };
}

const emptyMessage: WebhookMessage = {
  ...{ title: '', body: '', link: '', urgency: 'low' },
  ...{ acknowledge: null, sequenceId: null, isOutcome: false },
};

function messageOf(
  { base }: PersonalWebhookSecret,
  { notification, urgency }: ChannelMessage,
  about: AskedPage | null,
): WebhookMessage {
  const { title = 'Muster', body = '', link = '/' } = notification ?? {};
  return {
    ...{ title, body, link: `${base}${link}`, urgency: urgency === 'high' ? 'high' : 'low' },
    ...{ sequenceId: about && sequenceIdOf(about.page), isOutcome: false },
    acknowledge: about && {
      address: `${base}/in/answer`,
      body: JSON.stringify({
        ...{ teamId: about.page.teamId, pageId: about.page.id, deliveryId: about.delivery.id },
        ...{ ticket: about.ticket, answer: 'acknowledge' },
      }),
    },
  };
}

/** Replaces the message about a page, where the service can. Nothing depends on it. */
export async function postOutcome(
  http: ServerHttp,
  secret: PersonalWebhookSecret,
  page: Page,
  sentence: string,
): Promise<void> {
  const destination = readDestination(secret.destination);
  if (!destination.success || !canReplace(destination.output)) return;
  const request = webhookRequest(destination.output, {
    title: shorten(oneLine(page.summary), titleCharacters),
    body: sentence,
    link: `${secret.base}${teamAddress(page.teamId, `/?page=${page.id}`)}`,
    urgency: 'low',
    acknowledge: null,
    sequenceId: sequenceIdOf(page),
    isOutcome: true,
  });
  await attempt(() => http.send({ ...request, method: 'POST', ...answerBounds }));
}

/** The sentences of request errors contain no address. */
export async function postMessage(
  http: ServerHttp,
  secret: PersonalWebhookSecret,
  message: ChannelMessage,
  about: AskedPage | null,
): Promise<SendOutcome> {
  const destination = readDestination(secret.destination);
  if (!destination.success) return { kind: 'failed', failure: 'Its address can’t be read. Save it again.' };
  try {
    const { url, headers, body } = webhookRequest(destination.output, messageOf(secret, message, about));
    const { status } = await http.send({ url, method: 'POST', headers, body, ...answerBounds });
    if (status >= 200 && status < 300) return { kind: 'accepted' };
    const failure = `The service answered with an error (${status}).`;
    const isPassing = status === 408 || status === 429 || status >= 500;
    return { kind: isPassing ? 'unreached' : 'failed', failure };
  } catch (error) {
    // A TypeError of `ServerHttp`: the request is too large, or has a header that can't be sent. Other channels must be tried.
    if (!isPortError(error))
      return { kind: 'failed', failure: 'The message can’t be sent as this webhook is set up.' };
    return { kind: error.retryable ? 'unreached' : 'failed', failure: error.message };
  }
}
