/** Keys of the demonstration's alert senders, as the operator is told them. */
import * as v from 'valibot';
import { fromReadableDocument } from '#api/codec.ts';
import { ingestKeyId } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { demoKeysOf, demoSecretPath } from '#demo/team/sender-keys.ts';
import { demoSenders } from '#demo/team/setup.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { isKeyGood } from '#domain/integration/transitions.ts';
import type { ServerPorts } from '#ports/server/server.ts';

const recordSchema = v.object({ keyGeneration: v.optional(v.number(), 0) });

/** A line per sender. Keys that the team has replaced or revoked are left out; empty without a team. */
export async function senderLines({ docs, clock }: ServerPorts): Promise<readonly string[]> {
  const secret = (await docs.get(demoSecretPath)).data;
  if (secret === null) return [];
  const keys = demoKeysOf(secret);
  const lines: string[] = [];
  for (const { service, id, kind, name } of demoSenders) {
    const key = keys[service];
    const stored = await docs.get(serverPaths.integrationKey(ingestKeyId(key)));
    const record = fromReadableDocument(recordSchema, stored);
    const integration = fromReadableDocument(
      integrationSchema,
      await docs.get(documentPaths.integration(demoTeamId, id)),
    );
    if (record === null || integration === null || (integration.teamDeletedAt ?? null) !== null) continue;
    if (!isKeyGood(integration, record.keyGeneration, clock.now())) continue;
    lines.push(`  ${service.padEnd(10)} ${key}  ${doors[kind]}, ${name}`);
  }
  return lines;
}

const doors = {
  alertmanager: '/in/alertmanager',
  grafana: '/in/grafana',
  json: '/in/json',
  heartbeat: '/in/heartbeat',
  pagerduty: '/v2/enqueue',
} as const;
