/** Route of a webhook: reads a message, applies it under its key, and notes under the key what can't be read of it. */
import type { ParsedMessage } from '#domain/ingest/alert-group.ts';
import { type Message, readMessage } from '#domain/ingest/message.ts';
import type { SenderKind } from '#domain/integration/schema.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { ingestSignal, recordInvalidMessage } from './ingest-signal.ts';
import { errorAnswer, webhookAnswer } from './webhook-answers.ts';

interface Webhook {
  readonly kind: SenderKind;
  readonly key: string;
  readonly body: string;
  /** Sentence for a body that is no JSON. */
  readonly notJson?: string;
  parse(message: Message, now: number): ParsedMessage;
}

export async function webhookRoute(
  server: ServerPorts,
  { kind, key, body, notJson = 'The body is not JSON.', parse }: Webhook,
): Promise<HttpResponse> {
  const message = readMessage(body);
  if (message.body === undefined) {
    await recordInvalidMessage(server, kind, key, notJson);
    return errorAnswer(400, 'invalid', notJson);
  }
  const parsed = parse(message, server.clock.now());
  if (!parsed.ok) {
    await recordInvalidMessage(server, kind, key, [parsed.error.message, ...message.warnings].join(' '));
    return errorAnswer(400, parsed.error.code, parsed.error.message);
  }
  const { signal } = parsed;
  const warnings = [...message.warnings, ...parsed.warnings];
  const taken = await ingestSignal(server, kind, key, signal, warnings.join(' '));
  return webhookAnswer(taken, { dedupKey: signal.dedupKey, warnings });
}
