/**
 * `POST /in/grafana/:key`, or the key as `Authorization: Bearer KEY`. Where the integration has a signing secret, only what is signed
 * with it is taken.
 */
import * as v from 'valibot';
import { parseGrafana } from '#domain/ingest/grafana.ts';
import { signatureFault } from '#domain/ingest/signature.ts';
import { signingSecretSchema } from '#domain/integration/schema.ts';
import { idSchema } from '#domain/base.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { recordInvalidMessage } from './ingest-signal.ts';
import { lookUpKey } from './keys.ts';
import { errorAnswer } from './webhook-answers.ts';
import { webhookRoute } from './webhook.ts';

const signatureHeader = 'x-grafana-alerting-signature';
const timestampHeader = 'x-grafana-alerting-timestamp';

export const integrationSecretSchema = v.object({ teamId: idSchema, secret: signingSecretSchema });

export async function grafanaRoute(
  server: ServerPorts,
  key: string,
  { body, headers }: HttpRequest,
): Promise<HttpResponse> {
  const secret = await signingSecretOf(server, key);
  const signed = {
    body,
    signature: headers[signatureHeader] ?? null,
    timestamp: headers[timestampHeader] ?? null,
  };
  const fault = secret === null ? null : signatureFault(secret, signed, server.clock.now());
  if (fault !== null) {
    await recordInvalidMessage(server, 'grafana', key, fault);
    return errorAnswer(401, 'unauthenticated', fault);
  }
  return webhookRoute(server, {
    kind: 'grafana',
    key,
    body,
    notJson: 'The body is not JSON. Leave the custom payload of Grafana’s contact point empty.',
    parse: (message, now) => parseGrafana(message.body, now, message.alertsLeftOut),
  });
}

/** Null: messages need no signature, or the key is not good and its message is refused for that. */
function signingSecretOf(server: ServerPorts, key: string): Promise<string | null> {
  return transact(server, async (work) => {
    const looked = await lookUpKey(work, key, 'grafana');
    if (looked.kind !== 'good' || (looked.integration.signatureSetAt ?? null) === null) return null;
    const { teamId, id } = looked.integration;
    const kept = await work.get(integrationSecretSchema, serverPaths.integrationSecret(teamId, id));
    return kept?.secret ?? null;
  });
}
