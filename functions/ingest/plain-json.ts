/** `POST /in/json/:key`, or the key as `Authorization: Bearer KEY`: JSON of any shape, read by the mapping of its integration. */
import { defaultJsonMapping, type JsonMapping, parseMapped } from '#domain/ingest/json-mapping.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { isTooLarge, parseJson } from './answers.ts';
import { ingestSignal, recordInvalidMessage } from './ingest-signal.ts';
import { lookUpKey } from './keys.ts';
import { errorAnswer, tooLargeAnswer, webhookAnswer } from './webhook-answers.ts';

export async function plainJsonRoute(server: ServerPorts, key: string, body: string): Promise<HttpResponse> {
  if (isTooLarge(body)) return tooLargeAnswer();
  const message = parseJson(body);
  if (message === undefined) {
    await recordInvalidMessage(server, 'json', key, 'The body is not JSON.');
    return errorAnswer(400, 'invalid', 'The body is not JSON.');
  }
  const parsed = parseMapped(message, await mappingOf(server, key), server.clock.now());
  if (!parsed.ok) {
    await recordInvalidMessage(server, 'json', key, parsed.error.message);
    return errorAnswer(400, parsed.error.code, parsed.error.message);
  }
  const { signal, warnings } = parsed;
  const taken = await ingestSignal(server, 'json', key, signal);
  return webhookAnswer(taken, { dedupKey: signal.dedupKey, warnings });
}

/** Mapping of a key; any for an invalid key, whose message is refused anyway. */
function mappingOf(server: ServerPorts, key: string): Promise<JsonMapping> {
  return transact(server, async (work) => {
    const looked = await lookUpKey(work, key, 'json');
    return (looked.kind === 'good' ? looked.integration.mapping : null) ?? defaultJsonMapping;
  });
}
