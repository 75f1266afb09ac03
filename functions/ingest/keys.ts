/** Senders' keys: which integration each belongs to. */
import * as v from 'valibot';
import { idSchema, isId } from '#domain/base.ts';
import {
  integrationSchema,
  senderKindSchema,
  type Integration,
  type SenderKind,
} from '#domain/integration/schema.ts';
import { isKeyGood } from '#domain/integration/transitions.ts';
import { ingestKeyId } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Stored under the key's digest. The key itself is stored nowhere; the integration has its last characters. */
export const integrationKeySchema = v.object({
  teamId: idSchema,
  integrationId: idSchema,
  kind: senderKindSchema,
  keyGeneration: v.optional(integrationSchema.entries.keyGeneration, 0),
});

export type KeyLookup =
  | { readonly kind: 'good'; readonly integration: Integration }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'revoked' }
  /** The team was deleted then. */
  | { readonly kind: 'deleted'; readonly deletedAt: number };

export async function lookUpKey(work: UnitOfWork, key: string, kind: SenderKind): Promise<KeyLookup> {
  if (key.length < 8 || !isId(key)) return { kind: 'unknown' };
  const owner = await work.get(integrationKeySchema, serverPaths.integrationKey(ingestKeyId(key)));
  if (owner === null || owner.kind !== kind) return { kind: 'unknown' };
  const known = await work.get(
    integrationSchema,
    documentPaths.integration(owner.teamId, owner.integrationId),
  );
  if (known === null) return { kind: 'unknown' };
  const deletedAt = known.teamDeletedAt ?? null;
  if (deletedAt !== null) return { kind: 'deleted', deletedAt };
  return isKeyGood(known, owner.keyGeneration, work.now)
    ? { kind: 'good', integration: known }
    : { kind: 'revoked' };
}
