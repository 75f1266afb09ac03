/** `POST /in/json/:key`, or the key as `Authorization: Bearer KEY`: JSON of any shape, read by the mapping of its integration. */
import { defaultJsonMapping, type JsonMapping } from '#domain/ingest/json-mapping.ts';
import { parseMapped } from '#domain/ingest/read-mapped.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { lookUpKey } from './keys.ts';
import { webhookRoute } from './webhook.ts';

export async function plainJsonRoute(server: ServerPorts, key: string, body: string): Promise<HttpResponse> {
  const mapping = await mappingOf(server, key);
  return webhookRoute(server, {
    kind: 'json',
    key,
    body,
    parse: (message, now) => parseMapped(message.body, mapping, now),
  });
}

/** Mapping of a key; any for an invalid key, whose message is refused anyway. */
function mappingOf(server: ServerPorts, key: string): Promise<JsonMapping> {
  return transact(server, async (work) => {
    const looked = await lookUpKey(work, key, 'json');
    return (looked.kind === 'good' ? looked.integration.mapping : null) ?? defaultJsonMapping;
  });
}
