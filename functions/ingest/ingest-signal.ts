/** Ingest of one signal under one key, in one transaction. */
import type { Signal } from '#domain/ingest/signal.ts';
import { limits } from '#domain/constants.ts';
import { admitToGroup, nextWindowIn } from '#domain/ingest/group.ts';
import type { Integration, SenderKind } from '#domain/integration/schema.ts';
import { shorten } from '#domain/text.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { groupOf, type KnownGroup, type Received, receiveSignal } from '../alerts/receive.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { counterFor } from './counters.ts';
import { lookUpKey } from './keys.ts';
import { noteEvent } from './note-event.ts';

export type IngestResult =
  /** `dropped`: it acknowledges or resolves an alert that is not there. */
  | { readonly kind: 'taken'; readonly dropped: boolean }
  | { readonly kind: 'unknown-key' }
  | { readonly kind: 'revoked-key' }
  | { readonly kind: 'deleted-team'; readonly deletedAt: number }
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  /** The backend could not take it now; the sender should try again. */
  | { readonly kind: 'overloaded' };

/** A sender waits for the commit alone: a slow push service may not make it send again. */
const inBackground = { background: true } as const;

export async function ingestSignal(
  server: ServerPorts,
  kind: SenderKind,
  key: string,
  signal: Signal,
  /** What was left out of the message, for admins. '' for nothing. */
  reason = '',
): Promise<IngestResult> {
  try {
    return await transact(
      server,
      async (work): Promise<IngestResult> => {
        const looked = await lookUpKey(work, key, kind);
        if (looked.kind === 'deleted') return { kind: 'deleted-team', deletedAt: looked.deletedAt };
        if (looked.kind !== 'good') return { kind: `${looked.kind}-key` };
        const received = await receiveOn(work, looked.integration, signal, { key, reason });
        return 'retryAfter' in received
          ? { kind: 'too-many', retryAfter: received.retryAfter }
          : { kind: 'taken', dropped: received.result === 'dropped' };
      },
      inBackground,
    );
  } catch (error) {
    if (isPortError(error) && error.retryable) return { kind: 'overloaded' };
    throw error;
  }
}

/**
 * Applies a signal of an integration to its alert and records the result. `key` null: outside of the rate limits. Returns the
 * seconds to wait where a rate limit is exceeded.
 */
export async function receiveOn(
  given: CommandWork | UnitOfWork,
  integration: Integration,
  signal: Signal,
  {
    key,
    pages = true,
    reason = '',
  }: { readonly key: string | null; readonly pages?: boolean; readonly reason?: string },
): Promise<Received | { readonly retryAfter: number }> {
  const work = unitOfWorkOf(given);
  const known = await groupOf(work, integration, signal.dedupKey);
  const admitted = key === null ? { known, counting: null } : await admit(work, key, known, signal);
  if (admitted === null) return { retryAfter: nextWindowIn(work.now) };
  const received = await receiveSignal(work, integration, signal, admitted.known, { pages });
  const { result, alert } = received;
  const event = { result, alertId: alert?.id ?? null, reason: shorten(reason, limits.reason) };
  await noteEvent(work, integration, event, result === 'repeated' ? null : admitted.counting);
  return received;
}

/** Counts the message in its group, or as the first of one; null beyond the limit. */
async function admit(work: UnitOfWork, key: string, known: KnownGroup, signal: Signal) {
  const { path, group, alert } = known;
  if (group === null) {
    const counting = await counterFor(work, key, signal.dedupKey, { isNew: true });
    return counting && { known, counting };
  }
  const counted = admitToGroup(group, alert, signal, work.now);
  if (counted === null) return null;
  work.save(path, counted);
  const counting = await counterFor(work, key, signal.dedupKey, { isNew: false });
  return { known: { ...known, group: counted }, counting };
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
      if (looked.kind !== 'good') return;
      const counting = await counterFor(work, key, reason, { isNew: true });
      if (counting === null) return;
      const event = { result: 'refused', alertId: null, reason: shorten(reason, limits.reason) } as const;
      await noteEvent(work, looked.integration, event, counting);
    });
  } catch (error) {
    // The sender is told what is wrong all the same.
    if (!isPortError(error)) throw error;
  }
}
