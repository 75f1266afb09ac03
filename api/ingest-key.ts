/** Senders' keys. A key is shown once; what is stored knows its digest only. */
import { sha256Hex } from '#domain/digest.ts';
import type { Integration, SenderKind } from '#domain/integration/schema.ts';
import { serverPaths } from '#api/server-paths.ts';

/** A new key of 128 bits, as 32 lower-case hexadecimal digits, from a secret of at least as many bits. */
export const ingestKeyFrom = (secret: string): string =>
  sha256Hex(`muster ingest key ${secret}`).slice(0, 32);

/** The id under which a key is known to the server. */
export const ingestKeyId = (key: string): string => sha256Hex(key);

interface KeyRecord {
  readonly teamId: string;
  readonly integrationId: string;
  readonly kind: SenderKind;
  /** Generation of the integration’s key when this one was made. */
  readonly keyGeneration: number;
}

/** Stored record of a key: the document's path and content. */
export function keyRecord(
  key: string,
  { teamId, id, kind, keyGeneration = 0 }: Pick<Integration, 'teamId' | 'id' | 'kind' | 'keyGeneration'>,
): readonly [path: string, record: KeyRecord] {
  return [serverPaths.integrationKey(ingestKeyId(key)), { teamId, integrationId: id, kind, keyGeneration }];
}
