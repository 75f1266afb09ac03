/** One signal under one key, in one transaction. */
import type { Signal } from '#domain/ingest/signal.ts';
import { system } from '#domain/base.ts';
import { limits, minute } from '#domain/constants.ts';
import type { Integration, IntegrationEvent, SenderKind } from '#domain/integration/schema.ts';
import { shorten } from '#domain/text.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { receiveSignal } from '../alerts/receive.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
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
      const { result } = await receiveOn(work, integration, signal);
      return { kind: 'taken', dropped: result === 'dropped' };
    });
  } catch (error) {
    if (isPortError(error) && error.retryable) return { kind: 'overloaded' };
    throw error;
  }
}

/** A signal on an integration: its alert, and a note of what became of it. */
export async function receiveOn(
  given: CommandWork | UnitOfWork,
  integration: Integration,
  signal: Signal,
  options: { readonly pages?: boolean } = {},
) {
  const work = unitOfWorkOf(given);
  const received = await receiveSignal(work, integration, signal, options);
  noteEvent(work, integration, { result: received.result, alertId: received.alert?.id ?? null, reason: '' });
  return received;
}

/** A message that does not fit, under a key that is good. Under any other nothing is noted. */
export async function recordInvalidMessage(
  server: ServerPorts,
  kind: SenderKind,
  key: string,
  reason: string,
): Promise<void> {
  try {
    await transact(server, async (work) => {
      const looked = await lookUpKey(work, key, kind);
      if (looked.kind !== 'good' || (await consumeRateLimit(work, key)) !== null) return;
      noteEvent(work, looked.integration, {
        result: 'refused',
        alertId: null,
        reason: shorten(reason, limits.reason),
      });
    });
  } catch (error) {
    // The sender is told what is wrong all the same.
    if (!isPortError(error)) throw error;
  }
}

function noteEvent(
  work: UnitOfWork,
  integration: Integration,
  event: Pick<IntegrationEvent, 'result' | 'alertId' | 'reason'>,
): void {
  const { id: integrationId, teamId, lastEventAt } = integration;
  const id = work.newId();
  work.save(documentPaths.integrationEvent(teamId, id), {
    ...{ id, teamId, createdAt: work.now, createdBy: system, revision: 1 },
    ...event,
    integrationId,
  } satisfies IntegrationEvent);
  // Once a minute: a document that every message wrote would make them wait for one another.
  if (lastEventAt === null || work.now - lastEventAt >= minute)
    work.save(documentPaths.integration(teamId, integrationId), { ...integration, lastEventAt: work.now });
}
