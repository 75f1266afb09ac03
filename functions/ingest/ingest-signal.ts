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
import { counterFor, type Counting } from './counters.ts';
import { lookUpKey } from './keys.ts';
import { noteEvent } from './note-event.ts';
import type { SignalRoute } from './signal-route.ts';

export type IngestResult =
  /** `dropped`: it acknowledges or resolves an alert that is not there. `filtered`: a routing rule drops it. */
  | { readonly kind: 'taken'; readonly result: 'received' | 'dropped' | 'filtered' }
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
  /** Left-out parts of the message, for admins. '' for none. */
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
          : {
              kind: 'taken',
              result:
                received.result === 'dropped' || received.result === 'filtered'
                  ? received.result
                  : 'received',
            };
      },
      inBackground,
    );
  } catch (error) {
    if (isPortError(error) && error.retryable) return { kind: 'overloaded' };
    throw error;
  }
}

interface Filtered {
  readonly alert: null;
  readonly result: 'filtered';
}

/**
 * Applies a signal of an integration to its alert and records the result. `key` null: outside of the rate limits and of routing.
 * Returns the seconds to wait where a rate limit is exceeded.
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
): Promise<Received | Filtered | { readonly retryAfter: number }> {
  const work = unitOfWorkOf(given);
  const known = await groupOf(work, integration, signal.dedupKey);
  const isRouted = key !== null && (integration.routingRules ?? 0) > 0;
  const route: SignalRoute = isRouted
    ? await (await import('../on-demand.ts')).onDemand.routeSignal(work, integration, signal, known)
    : { kind: 'alert', signal, serviceId: integration.serviceId, shared: null, note: '' };
  const judged = route.kind === 'alert' ? route.signal : signal;
  const admitted = key === null ? { known, counting: null } : await admit(work, key, known, judged);
  if (admitted === null) return { retryAfter: nextWindowIn(work.now) };
  const said = shorten([route.note, reason].filter((text) => text !== '').join(' '), limits.reason);
  if (route.kind === 'filtered') {
    const event = { result: 'filtered', alertId: null, reason: said, message: route.message } as const;
    const { counting } = admitted;
    await noteEvent(work, integration, event, known.group === null ? withoutGroup(counting) : counting);
    return { alert: null, result: 'filtered' };
  }
  const { serviceId, shared } = route;
  const received =
    shared === null
      ? await receiveSignal(work, integration, route.signal, admitted.known, { pages, serviceId })
      : await (
          await import('../on-demand.ts')
        ).onDemand.receiveShared(work, integration, route.signal, admitted.known, {
          text: shared,
          serviceId,
        });
  const { result, alert } = received;
  const event = { result, alertId: alert?.id ?? null, reason: said };
  await noteEvent(work, integration, event, result === 'repeated' ? null : admitted.counting);
  return received;
}

/** A message that no alert is made of takes no room of other groups. */
const withoutGroup = (counting: Counting | null): Counting | null =>
  counting && {
    ...counting,
    counter: { ...counting.counter, groups: Math.max(0, counting.counter.groups - 1) },
  };

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
