/**
 * Sends a delivery again whose fate is not known, or gives it up. Safe to run at any time and any number of times. Sending is background work:
 * a push service may not answer for seconds, and later work of the sweep is of other people.
 */
import { system } from '#domain/base.ts';
import { changeDelivery, isStillAsking } from '#domain/page/delivery.ts';
import { deliverySchema, pageSchema, type Delivery } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { lookUpTarget, takesNone } from '../channels/channels.ts';
import { attempt } from '../kernel/attempt.ts';
import { readsOf } from '../kernel/documents.ts';
import { effectsAtOnce } from '../kernel/effects.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { KeyedPool } from '../kernel/keyed-pool.ts';
import { addresseeOf, send, type Sending } from './send.ts';

export async function sendAgain(server: ServerPorts, lost: Delivery): Promise<void> {
  const { to, teamId, pageId } = lost;
  if (to === null) return;
  const reads = readsOf(server);
  const way = await lookUpTarget(reads, teamId, to);
  const page = await reads.get(pageSchema, documentPaths.page(teamId, pageId));
  if (page === null) return;
  if (!isStillAsking(page, lost))
    return giveUp(server, lost, 'The page had moved on before this could be sent.');
  const addressee = way && addresseeOf(way);
  if (!addressee) return giveUp(server, lost, takesNone(lost));
  const expiresAt = page.nextAt ?? server.clock.now();
  const sending = { page, to: [{ delivery: lost, addressee }], expiresAt };
  server.background.run(() => inTurn(server, lost, sending));
}

/** Attempts of one process by its documents. Deliveries whose attempts have failed hold up none of the others. */
interface Attempts {
  readonly first: KeyedPool;
  readonly further: KeyedPool;
}
const attemptsOf = new WeakMap<ServerDocs, Attempts>();

function inTurn(server: ServerPorts, lost: Delivery, sending: Sending): Promise<void> {
  const attempts = attemptsOf.get(server.docs) ?? {
    first: new KeyedPool(effectsAtOnce),
    further: new KeyedPool(effectsAtOnce),
  };
  attemptsOf.set(server.docs, attempts);
  const path = documentPaths.delivery(lost.teamId, lost.pageId, lost.id);
  const isFirst = (lost.failedAttempts ?? 0) === 0;
  return attempts[isFirst ? 'first' : 'further'].run(path, async () => {
    // It may have arrived while it waited.
    await attempt(async () => {
      const current = await getReadable(server, deliverySchema, path);
      if (current?.status === 'queued') await send(server, sending);
    });
  });
}

async function giveUp(server: ServerPorts, lost: Delivery, failure: string): Promise<void> {
  const path = documentPaths.delivery(lost.teamId, lost.pageId, lost.id);
  await transact(server, async (work) => {
    const current = await work.get(deliverySchema, path);
    if (current?.status !== 'queued') return;
    const failed = { kind: 'failed', failure } as const;
    work.save(path, changeDelivery(current, failed, { by: system, now: work.now }).state);
  });
}
