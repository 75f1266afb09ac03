/** `POST /in/alertmanager/:key`, or the key as `Authorization: Bearer KEY`. */
import { parseAlertmanager } from '#domain/ingest/alertmanager.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { isTooLarge, parseJson } from './answers.ts';
import { ingestSignal, recordInvalidMessage } from './ingest-signal.ts';
import { errorAnswer, tooLargeAnswer, webhookAnswer } from './webhook-answers.ts';

export async function alertmanagerRoute(
  server: ServerPorts,
  key: string,
  body: string,
): Promise<HttpResponse> {
  if (isTooLarge(body)) return tooLargeAnswer();
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
  const { signal, warnings } = parsed;
  const taken = await ingestSignal(server, 'alertmanager', key, signal);
  return webhookAnswer(taken, { dedupKey: signal.dedupKey, warnings });
}
