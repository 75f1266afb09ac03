/** A message to a webhook, by one request. A script of its own: most servers send to none. */
import { readDestination } from '#domain/personal-webhook/destination.ts';
import { webhookHost, type WebhookMessage, webhookRequest } from '#domain/personal-webhook/request.ts';
import type { PersonalWebhook, PersonalWebhookSecret } from '#domain/personal-webhook/schema.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { AskedPage, ChannelMessage, SendOutcome } from '../channel.ts';

/** Bytes of an answer, and time for all of it. Nothing of an answer is kept. */
const answerBounds = { maxBytes: 65_536, timeoutMs: 10_000 };

/** What is shown of a destination; `fault`: a sentence why it is none. */
export function destinationOf(
  text: string,
): Pick<PersonalWebhook, 'service' | 'host'> | { readonly fault: string } {
  const read = readDestination(text);
  if (!read.success) return { fault: read.issues[0].message };
  return { service: read.output.service, host: webhookHost(read.output) };
}

function messageOf(
  { base }: PersonalWebhookSecret,
  { notification, urgency }: ChannelMessage,
  about: AskedPage | null,
): WebhookMessage {
  const { title = 'Muster', body = '', link = '/' } = notification ?? {};
  return {
    ...{ title, body, link: `${base}${link}`, urgency: urgency === 'high' ? 'high' : 'low' },
    acknowledge: about && {
      address: `${base}/in/answer`,
      body: JSON.stringify({
        ...{ teamId: about.page.teamId, pageId: about.page.id, deliveryId: about.delivery.id },
        ...{ ticket: about.ticket, answer: 'acknowledge' },
      }),
    },
  };
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
  const { url, headers, body } = webhookRequest(destination.output, messageOf(secret, message, about));
  try {
    const { status } = await http.send({ url, method: 'POST', headers, body, ...answerBounds });
    if (status >= 200 && status < 300) return { kind: 'accepted' };
    const failure = `The service answered with an error (${status}).`;
    const isPassing = status === 408 || status === 429 || status >= 500;
    return { kind: isPassing ? 'unreached' : 'failed', failure };
  } catch (error) {
    if (!isPortError(error)) throw error;
    return { kind: error.retryable ? 'unreached' : 'failed', failure: error.message };
  }
}
