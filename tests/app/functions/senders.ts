/** Integrations that a test adds to the demonstration team. */
import type { SenderKind } from '#domain/integration/schema.ts';
import { ingestKeyFrom, ingestKeyId } from '#api/ingest-key.ts';
import { type FunctionsStage } from './stage.ts';

export const keyOfSender = (kind: SenderKind): string => ingestKeyFrom(`a test of ${kind}`);

/** The id of the integration is its kind, its service Checkout. Returns its key. */
export async function addSender(stage: FunctionsStage, kind: SenderKind): Promise<string> {
  const key = keyOfSender(kind);
  await stage.call('jonas', 'createIntegration', {
    integrationId: kind,
    name: kind,
    serviceId: 'checkout',
    kind,
    keyId: ingestKeyId(key),
    keyEnding: key.slice(-4),
  });
  return key;
}
