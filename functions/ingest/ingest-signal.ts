/** One signal under one key, in one transaction. */
import type { SenderKind } from '#domain/service/schema.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { receiveSignal } from '../alerts/receive.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { consumeRateLimit, lookUpKey } from './keys.ts';

export type IngestResult =
  /** `dropped`: it acknowledges or resolves an alert that is not there. */
  | { readonly kind: 'taken'; readonly dropped: boolean }
  | { readonly kind: 'unknown-key' }
  | { readonly kind: 'revoked-key' }
  | { readonly kind: 'deleted-team'; readonly deletedAt: number }
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  /** The backend could not take it now; the sender should try again. */
  | { readonly kind: 'overloaded' };

export async function ingestSignal(
  server: ServerPorts,
  kind: SenderKind,
  key: string,
  signal: Signal,
): Promise<IngestResult> {
  try {
    return await transact(server, async (work): Promise<IngestResult> => {
      const looked = await lookUpKey(work, key, kind);
      if (looked.kind === 'deleted') return { kind: 'deleted-team', deletedAt: looked.deletedAt };
      if (looked.kind !== 'good') return { kind: `${looked.kind}-key` };
      const retryAfter = await consumeRateLimit(work, key);
      if (retryAfter !== null) return { kind: 'too-many', retryAfter };
      const { integration } = looked;
      const alert = await receiveSignal(work, integration, signal);
      const path = documentPaths.integration(integration.teamId, integration.id);
      work.save(path, { ...integration, lastEventAt: work.now });
      return { kind: 'taken', dropped: alert === null };
    });
  } catch (error) {
    if (isPortError(error) && error.retryable) return { kind: 'overloaded' };
    throw error;
  }
}
