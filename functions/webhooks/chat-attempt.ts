/** Attempt of a delivery to a chat room: a new message, or an edit of the incident's message where the room has one. */
import type { AttemptOutcome } from '#domain/webhook/pacing.ts';
import { canEdit, chatRequest, sentMessageId } from '#domain/webhook/chat/requests.ts';
import { chatMessageOf, testMessage, type ChatMessage } from '#domain/webhook/chat/message.ts';
import { system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { type SentIncident, sentIncidentOf } from '#domain/webhook/payload.ts';
import { isLive } from '#domain/incident/status.ts';
import { slackAppSchema } from '#domain/slack/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { chatMessageSchema } from '#domain/webhook/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { currentSettings } from '../kernel/settings.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { textOf } from '../leave-calendars/address.ts';
import { answerBytes, requestOutcome, type WebhookSending } from './request-outcome.ts';

export async function chatAttempt(server: ServerPorts, sending: WebhookSending): Promise<AttemptOutcome> {
  const { webhook, secret, event, deliveryId, url } = sending;
  const { format, teamId, id: webhookId } = webhook;
  if (format === 'muster') return { kind: 'dropped', problem: 'This is no chat room.' };
  const incident = sentIncidentOf(event.content);
  const message = incident === null ? testMessage(url) : await messageOf(server, sending, incident);
  const edits = canEdit(format) && incident !== null;
  const path = serverPaths.chatMessage(teamId, sha256Hex(`${webhookId} ${incident?.id ?? ''}`));
  const before = edits ? await getReadable(server, chatMessageSchema, path) : null;
  const messageId = before?.messageId ?? null;
  const request = chatRequest(format, message, { access: secret, messageId, transactionId: deliveryId });
  const outcome = await requestOutcome(server, { ...request, maxBytes: answerBytes }, async ({ body }) => {
    const id = edits && messageId === null ? sentMessageId(format, textOf(body)) : null;
    if (id === null) return;
    await transact(server, async (work) => {
      const known = await work.getReadable(chatMessageSchema, path);
      if (known !== null) return;
      const base = { id: path.split('/').at(-1) ?? '', teamId, createdAt: work.now, createdBy: system };
      work.save(path, { ...base, revision: 1, webhookId, messageId: id });
    });
  });
  // Message removed from its room: the next attempt sends another.
  if (messageId !== null && outcome.kind === 'failed' && outcome.answered === 404)
    await transact(server, async (work) => work.remove(path));
  return outcome;
}

async function messageOf(
  server: ServerPorts,
  { webhook: { teamId, format }, event: { type }, url }: WebhookSending,
  incident: SentIncident,
): Promise<ChatMessage> {
  const { commander } = incident.roles;
  const member = await getReadable(server, memberSchema, documentPaths.member(teamId, commander));
  const services: string[] = [];
  for (const id of incident.serviceIds.slice(0, mostServices)) {
    const service = await getReadable(server, serviceSchema, documentPaths.service(teamId, id));
    if (service !== null) services.push(service.name);
  }
  const { severityNames } = await currentSettings(server.config);
  const { id, number, title, severity, status } = incident;
  const severityName = severityNames[severity];
  const acknowledges =
    format === 'slack' && isLive({ status }) && (await takesSlack(server, teamId)) ? id : null;
  const told = { number, title, severity, severityName, status, acknowledges };
  return chatMessageOf(type, { ...told, commander: member?.displayName ?? null, services, url });
}

/** Whether a press of a button in Slack would be taken. */
const takesSlack = async (server: ServerPorts, teamId: string): Promise<boolean> =>
  (await getReadable(server, slackAppSchema, documentPaths.slackApp(teamId, teamId))) !== null;

const mostServices = 20;
