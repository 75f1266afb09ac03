/**
 * `POST /in/alertmanager/:key`, or the key as `Authorization: Bearer KEY`. Alertmanager retries 5xx and never 429, so whatever should come again is answered 503,
 * and whatever would be refused again is 4xx.
 */
import { parseAlertmanager } from '#domain/ingest/alertmanager.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { isTooLarge, json, notFound, parseJson, warned } from './answers.ts';
import { ingestSignal, recordInvalidMessage } from './ingest-signal.ts';

const errorAnswer = (status: number, error: string, message: string, headers = {}) =>
  json(status, { status: 'error', error, message }, headers);

export async function alertmanagerRoute(
  server: ServerPorts,
  key: string,
  body: string,
): Promise<HttpResponse> {
  if (isTooLarge(body)) return errorAnswer(413, 'payload_too_large', 'A message is at most 512 KB.');
  const message = parseJson(body);
  if (message === undefined) {
    await recordInvalidMessage(server, 'alertmanager', key, 'The body is not JSON.');
    return errorAnswer(400, 'invalid', 'The body is not JSON.');
  }
  const parsed = parseAlertmanager(message, server.clock.now());
  if (!parsed.ok) {
    await recordInvalidMessage(server, 'alertmanager', key, parsed.error.message);
    return errorAnswer(400, parsed.error.code, parsed.error.message);
  }
  const taken = await ingestSignal(server, 'alertmanager', key, parsed.signal);
  switch (taken.kind) {
    case 'taken':
      return json(200, {
        status: 'success',
        message: taken.dropped ? 'No alert is open under this key: nothing to do.' : 'Received.',
        dedup_key: parsed.signal.dedupKey,
        ...warned(parsed.warnings),
      });
    case 'unknown-key':
      return notFound();
    case 'revoked-key':
      return errorAnswer(401, 'key_revoked', 'This key was revoked. Send with the key that took its place.');
    case 'deleted-team':
      return errorAnswer(401, 'key_revoked', deletedSentence(taken.deletedAt));
    case 'too-many':
      return errorAnswer(503, 'rate_limited', 'Too many messages under this key in one minute.', {
        'retry-after': String(taken.retryAfter),
      });
    case 'overloaded':
      return errorAnswer(503, 'unavailable', 'Too busy to take this now. Send it again.', {
        'retry-after': '5',
      });
  }
}
