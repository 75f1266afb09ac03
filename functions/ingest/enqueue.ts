/** `POST /v2/enqueue`, in the shape of PagerDuty's Events v2: the same statuses and bodies that its senders know. */
import { parsePagerduty } from '#domain/ingest/pagerduty.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { isTooLarge, json, parseJson, warned } from './answers.ts';
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
  if (isTooLarge(body)) {
    const errors = ['An event is at most 512 KB.'];
    return json(413, { status: 'payload_too_large', message: 'Event is too large', errors });
  }
  const message = parseJson(body);
  if (message === undefined) return invalid(['The body is not JSON.']);
  const parsed = parsePagerduty(message, uuidFrom(server.random.secret()), server.clock.now());
  if (!parsed.ok) {
    const key = routingKeyOf(message);
    if (key !== null) await recordInvalidMessage(server, 'pagerduty', key, parsed.errors.join(' '));
    return invalid(parsed.errors);
  }
  const { routingKey, signal, warnings } = parsed;
  const taken = await ingestSignal(server, 'pagerduty', routingKey, signal);
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
  if (typeof message !== 'object' || message === null) return null;
  const key = (message as Readonly<Record<string, unknown>>)['routing_key'];
  return typeof key === 'string' ? key : null;
}
