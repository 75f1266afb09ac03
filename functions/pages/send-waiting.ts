/** Sends delayed deliveries when they are due. Safe to run at any time and any number of times. */
import { system } from '#domain/base.ts';
import { changeDelivery, releaseDelivery } from '#domain/page/delivery.ts';
import { deliverySchema, pageSchema, type Delivery } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { lookUpTarget, takesNone } from '../channels/channels.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { addresseeOf, send } from './send.ts';

export async function sendWaiting(
  server: ServerPorts,
  { teamId, pageId, id }: Pick<Delivery, 'teamId' | 'pageId' | 'id'>,
): Promise<void> {
  const path = documentPaths.delivery(teamId, pageId, id);
  await transact(server, async (work) => {
    const before = await work.get(deliverySchema, path);
    const page = await work.get(pageSchema, documentPaths.page(teamId, pageId));
    if (before === null || page === null) return;
    const context = { by: system, now: work.now };
    const { state } = releaseDelivery(before, page, context);
    if (state === before) return;
    const to = state.status === 'queued' ? state.to : null;
    const way = to && (await lookUpTarget(work, teamId, to));
    const addressee = way && addresseeOf(way);
    if (state.status === 'queued' && !addressee) {
      const failure = takesNone(state);
      work.save(path, changeDelivery(state, { kind: 'failed', failure }, context).state);
      return;
    }
    work.save(path, state);
    if (!addressee) return;
    const expiresAt = page.nextAt ?? work.now;
    work.afterCommit((ports) => send(ports, { page, to: [{ delivery: state, addressee }], expiresAt }));
  });
}
