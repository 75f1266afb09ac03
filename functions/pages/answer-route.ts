/** `POST /in/answer`: a device's service worker answers a pushed page, or says that it was shown, with the ticket that came with it. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { readExpectation } from '#domain/page/expectation-schema.ts';
import { deliverySchema, type Delivery } from '#domain/page/schema.ts';
import type { DomainError } from '#domain/errors.ts';
import { decodeError } from '#api/error-encoding.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { Caller, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { json, notFound } from '../ingest/answers.ts';
import { lookUpTarget } from '../channels/channels.ts';
import { callableOf } from '../kernel/command.ts';
import { readsOf } from '../kernel/documents.ts';
import { pageHandlers, recordPushReceipt } from './commands.ts';
import { countOpenPages } from './open-pages.ts';
import { isTicketOf } from './ticket.ts';

const messageSchema = v.object({
  teamId: idSchema,
  pageId: idSchema,
  deliveryId: idSchema,
  ticket: v.pipe(v.string(), v.maxLength(200)),
  answer: v.picklist(['shown', 'opened', 'acknowledge', 'decline']),
  /** State of the page in the message. Messages of a version before have none. */
  seen: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000))),
});
export type TicketAnswer = v.InferOutput<typeof messageSchema>;
export type PageTicket = Pick<TicketAnswer, 'teamId' | 'pageId' | 'deliveryId' | 'ticket'>;
/** Code units of a body; four ids and a ticket are far fewer. */
const longestMessage = 10_000;

/** 200 with the number of pages that still wait for the person (`open`); 404 for no such ticket; 409 with a sentence when it is refused. */
export async function answerRoute(server: ServerPorts, body: string): Promise<HttpResponse> {
  const message = body.length > longestMessage ? null : v.safeParse(messageSchema, parseJson(body));
  if (!message?.success) return notFound();
  const answered = await answerByTicket(server, message.output);
  if (answered === null) return notFound();
  if ('refused' in answered) {
    const { code, message: sentence } = answered.refused;
    return json(409, { status: 'error', error: code, message: sentence });
  }
  const { teamId, userId } = answered.delivery;
  return json(200, { status: 'success', open: await countOpenPages(server, teamId, userId) });
}

/** Null for a ticket that is not good. */
export async function answerByTicket(
  server: ServerPorts,
  message: TicketAnswer,
): Promise<{ readonly delivery: Delivery } | { readonly refused: DomainError } | null> {
  const delivery = await deliveryOfTicket(server, message);
  if (delivery === null) return null;
  try {
    // The ticket proves the person as of when it was made.
    const claims = { auth_time: Math.floor(delivery.createdAt / 1000) };
    await carryOut(server, message, { uid: delivery.userId, claims });
  } catch (error) {
    const refused = isPortError(error) ? decodeError(error.details) : null;
    if (refused === null) throw error;
    return { refused };
  }
  return { delivery };
}

/** Null unless the ticket is good: of a target that still takes this person's pages. */
export async function deliveryOfTicket(
  server: ServerPorts,
  { teamId, pageId, deliveryId, ticket }: PageTicket,
): Promise<Delivery | null> {
  const reads = readsOf(server);
  const delivery = await reads.get(deliverySchema, documentPaths.delivery(teamId, pageId, deliveryId));
  if (!delivery || delivery.to === null || !(await isTicketOf(server, delivery, ticket))) return null;
  const way = await lookUpTarget(reads, teamId, delivery.to);
  return way?.userId === delivery.userId && way.address !== null ? delivery : null;
}

const acknowledge = callableOf('acknowledgePage', pageHandlers.acknowledgePage);
const decline = callableOf('declinePage', pageHandlers.declinePage);
const recordShown = callableOf('recordReceipt', recordPushReceipt);
/** A click tells nothing of the way: an open page that was in the background may have shown the notification, and be gone since. */
const recordOpened = callableOf('recordReceipt', pageHandlers.recordReceipt);

/** Runs the answer's command. A worker repeats a request without an answer: the command id makes the repetition harmless. */
function carryOut(server: ServerPorts, message: TicketAnswer, caller: Caller): Promise<unknown> {
  const { teamId, pageId, deliveryId, answer, seen } = message;
  const base = { teamId, commandId: `answer-${answer}-${deliveryId}` };
  const context = { ...server, caller };
  if (answer === 'acknowledge') return acknowledge({ ...base, pageId }, context);
  if (answer === 'decline') {
    const expected = readExpectation(seen);
    return decline({ ...base, pageId, reason: '', ...(expected && { expected }) }, context);
  }
  const recordReceipt = answer === 'shown' ? recordShown : recordOpened;
  return recordReceipt({ ...base, pageId, deliveryId, receipt: answer }, context);
}
