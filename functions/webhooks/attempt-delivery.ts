/** Attempt of a delivery. The outcome contains neither the address nor the answer. */
import { alertSchema } from '#domain/alert/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import type { AttemptOutcome } from '#domain/webhook/pacing.ts';
import {
  type Webhook,
  type WebhookDelivery,
  webhookEventSchema,
  webhookSecretSchema,
  type WebhookSubject,
} from '#domain/webhook/schema.ts';
import { signatureHeaders } from '#domain/webhook/signature.ts';
import { sentEvent } from '#domain/webhook/payload.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { OutgoingRequest } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { chatAttempt } from './chat-attempt.ts';
import { answerBytes, requestOutcome, type WebhookSending } from './request-outcome.ts';

const schemas = { incident: incidentSchema, alert: alertSchema, page: pageSchema } as const;

/** Does not reject for an answer of the receiver, or for none. */
export async function attemptDelivery(
  server: ServerPorts,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<AttemptOutcome> {
  const { teamId, eventId, subject, webhookId, id: deliveryId } = delivery;
  const event = await getReadable(server, webhookEventSchema, serverPaths.webhookEvent(teamId, eventId));
  if (event === null) return { kind: 'dropped', problem: 'It is too old to be sent.' };
  const path = serverPaths.webhookSecret(teamId, webhookId);
  const secret = await getReadable(server, webhookSecretSchema, path);
  if (secret === null) return { kind: 'dropped', problem: 'The address of the webhook is not stored.' };
  const screen = subject === null ? '/integrations' : await screenOf(server, teamId, subject);
  if (screen === null)
    return { kind: 'dropped', problem: 'It is about a private incident now, which is never sent.' };
  const url = `${webhook.linkOrigin}${teamAddress(teamId, screen)}`;
  const sending: WebhookSending = { webhook, secret, event, deliveryId, url };
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
  { secret: { url: address, secret }, event, url }: WebhookSending,
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
