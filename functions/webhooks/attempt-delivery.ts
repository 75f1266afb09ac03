/** One attempt of a delivery. Neither the address nor an answer is in what it tells. */
import { alertSchema } from '#domain/alert/schema.ts';
import { hour } from '#domain/constants.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import type { AttemptOutcome } from '#domain/webhook/pacing.ts';
import {
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookEventSchema,
  type WebhookSecret,
  webhookSecretSchema,
  type WebhookSubject,
} from '#domain/webhook/schema.ts';
import { signatureHeaders } from '#domain/webhook/signature.ts';
import { sentEvent } from '#domain/webhook/payload.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingAnswer, OutgoingRequest } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { chatAttempt } from './chat-attempt.ts';

/** Bytes of an answer that is read: more ends the attempt. */
export const answerBytes = 65_536;

const schemas = { incident: incidentSchema, alert: alertSchema, page: pageSchema } as const;

/** What a delivery is sent with. */
export interface Sending {
  readonly webhook: Webhook;
  readonly secret: WebhookSecret;
  readonly event: WebhookEvent;
  readonly deliveryId: string;
  /** Screen that it leads to. */
  readonly url: string;
}

/** Never rejects for what a receiver does. */
export async function attemptDelivery(
  server: ServerPorts,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<AttemptOutcome> {
  const { teamId, eventId, subject, webhookId, id: deliveryId } = delivery;
  const event = await getReadable(server, webhookEventSchema, documentPaths.webhookEvent(teamId, eventId));
  if (event === null) return { kind: 'dropped', problem: 'It is too old to be sent.' };
  const path = documentPaths.webhookSecret(teamId, webhookId);
  const secret = await getReadable(server, webhookSecretSchema, path);
  if (secret === null) return { kind: 'dropped', problem: 'The address of the webhook is not stored.' };
  const screen = subject === null ? '/integrations' : await screenOf(server, teamId, subject);
  if (screen === null)
    return { kind: 'dropped', problem: 'It is about a private incident now, which is never sent.' };
  const url = `${webhook.linkOrigin}${teamAddress(teamId, screen)}`;
  const sending: Sending = { webhook, secret, event, deliveryId, url };
  return webhook.format === 'muster'
    ? requestOutcome(server, signedRequest(sending, server.clock.now()))
    : chatAttempt(server, sending);
}

/** Path of the entity's screen; null: it is private or gone. */
async function screenOf(
  server: ServerPorts,
  teamId: string,
  { kind, id }: WebhookSubject,
): Promise<string | null> {
  const entity = await getReadable(server, schemas[kind], documentPaths[kind](teamId, id));
  if (entity === null || entity.private) return null;
  if ('number' in entity) return `/incidents/${entity.number}`;
  return kind === 'alert' ? `/alerts?alert=${id}` : `/alerts?show=all&page=${id}`;
}

function signedRequest(
  { secret: { url: address, secret }, event, url }: Sending,
  now: number,
): OutgoingRequest {
  const body = sentEvent(event.content, url);
  return {
    url: address,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === null ? {} : signatureHeaders(secret, { id: event.id, body, now })),
    },
    body,
    maxBytes: answerBytes,
  };
}

/** `taken`: what to do with the answer of a receiver that took it. */
export async function requestOutcome(
  { http }: Pick<ServerPorts, 'http'>,
  request: OutgoingRequest,
  taken: (answer: OutgoingAnswer) => Promise<void> = () => Promise.resolve(),
): Promise<AttemptOutcome> {
  if (http === null) return failedWith(null, 'Muster can’t send to addresses here.');
  let answer: OutgoingAnswer;
  try {
    answer = await http.send(request);
  } catch (error) {
    // The sentences of request errors contain no address. A TypeError is of an address or token that can’t be sent.
    return failedWith(null, isPortError(error) ? error.message : 'Its address can’t be used.');
  }
  const { status } = answer;
  if (status < 200 || status > 299)
    return { ...failedWith(status, statusSentence(status)), retryAfterMs: retryAfterMs(answer) };
  await taken(answer);
  return { kind: 'delivered', answered: status };
}

const failedWith = (answered: number | null, problem: string) =>
  ({ kind: 'failed', answered, problem, retryAfterMs: null }) as const;

function statusSentence(status: number): string {
  if (status >= 300 && status <= 399)
    return `The receiver answered with a redirect (${status}), which is not followed. Enter the address that it leads to.`;
  if (status === 401 || status === 403) return `The receiver does not let Muster send to it (${status}).`;
  if (status === 404 || status === 410) return `There is no receiver at this address any more (${status}).`;
  if (status === 429) return 'The receiver was sent too much at once (429).';
  return `The receiver answered with an error (${status}).`;
}

/** `Retry-After` in seconds, an hour at most; null for none, and for a date. */
function retryAfterMs({ headers }: OutgoingAnswer): number | null {
  const seconds = /^\d{1,9}(?:\.\d+)?$/u.exec(headers['retry-after'] ?? '')?.[0];
  return seconds === undefined ? null : Math.min(Number(seconds) * 1000, hour);
}
