/** `POST /v2/enqueue`, in the shape of PagerDuty's Events v2: the same statuses and bodies that its senders know. */
import { readMessage } from '#domain/ingest/message.ts';
import { fieldsOf } from '#domain/ingest/parts.ts';
import { parsePagerduty } from '#domain/ingest/pagerduty.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { json, warned } from './answers.ts';
import { ingestSignal, recordInvalidMessage } from './ingest-signal.ts';
import { uuidFrom } from './uuid.ts';

const invalid = (errors: readonly string[]) =>
  json(400, { status: 'invalid event', message: 'Event object is invalid', errors });

const busy = (retryAfter: number) =>
  json(
    429,
    {
      status: 'throttle exceeded',
      message: 'Requests for this key come too fast. Send this one again later.',
      errors: [`Try again in ${retryAfter} s.`],
    },
    { 'retry-after': String(retryAfter) },
  );

export async function enqueueRoute(server: ServerPorts, body: string): Promise<HttpResponse> {
  const message = readMessage(body);
  if (message.body === undefined) {
    const key = /"routing_key"\s*:\s*"([\w-]{32})"/u.exec(body)?.[1];
    if (key !== undefined) await recordInvalidMessage(server, 'pagerduty', key, 'The body is not JSON.');
    return invalid(['The body is not JSON.']);
  }
  const parsed = parsePagerduty(message.body, uuidFrom(server.random.secret()), server.clock.now());
  if (!parsed.ok) {
    const key = routingKeyOf(message.body);
    const reason = [...parsed.errors, ...message.warnings].join(' ');
    if (key !== null) await recordInvalidMessage(server, 'pagerduty', key, reason);
    return invalid(parsed.errors);
  }
  const { routingKey, signal } = parsed;
  const warnings = [...message.warnings, ...parsed.warnings];
  const taken = await ingestSignal(server, 'pagerduty', routingKey, signal, warnings.join(' '));
  switch (taken.kind) {
    case 'taken':
      return json(202, {
        status: 'success',
        message: 'Event processed',
        dedup_key: signal.dedupKey,
        ...warned(warnings),
      });
    case 'unknown-key':
      return invalid(["'routing_key' is unknown: check it, or ask whoever set up the integration"]);
    case 'revoked-key':
      return invalid(["'routing_key' was revoked: send with the key that took its place"]);
    case 'deleted-team':
      return invalid([deletedSentence(taken.deletedAt)]);
    case 'too-many':
      return busy(taken.retryAfter);
    case 'overloaded':
      return busy(5);
  }
}

/** Null: the message names none. */
function routingKeyOf(message: unknown): string | null {
  const key = fieldsOf(message)?.['routing_key'];
  return typeof key === 'string' ? key : null;
}
