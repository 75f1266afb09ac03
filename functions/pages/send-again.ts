/** Sends a delivery again whose fate is not known, or gives it up. Safe to run at any time and any number of times. */
import { system } from '#domain/base.ts';
import { changeDelivery, isStillAsking } from '#domain/page/delivery.ts';
import { deliverySchema, pageSchema, type Delivery } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { lookUpTarget, takesNone } from '../channels/channels.ts';
import { readsOf } from '../kernel/documents.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { addresseeOf, send } from './send.ts';

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
  await send(server, { page, to: [{ delivery: lost, addressee }], expiresAt });
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
