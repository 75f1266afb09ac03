/** Fallback of a page when the push services of a person's devices can't be reached: its next way at once. */
import { isStillAsking } from '#domain/page/delivery.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { nextWay, recordReached, recordUnreached } from '#domain/page/unreached.ts';
import { revised } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { apply } from '../apply.ts';
import { asGuarded } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { withPriority } from './priority.ts';
import { recipientResolverOfPage } from './recipients.ts';
import { sendWaiting } from './send-waiting.ts';

interface PageOfPerson {
  readonly teamId: string;
  readonly pageId: string;
  readonly userId: string;
}

/** After failed attempts. Safe to run at any time and any number of times. */
export const takeNextWay = (server: ServerPorts, of: PageOfPerson): Promise<void> =>
  transact(server, (work) => takeWay(work, of));

async function takeWay(work: UnitOfWork, { teamId, pageId, userId }: PageOfPerson): Promise<void> {
  const current = await work.getReadable(pageSchema, documentPaths.page(teamId, pageId));
  if (current === null) return;
  const ofPerson = query(collectionPaths.deliveries(teamId, pageId), where('userId', '==', userId));
  const asking = (await work.find(deliverySchema, ofPerson)).filter((one) => isStillAsking(current, one));
  if (asking.length === 0) return;
  const way = nextWay(asking);
  if (way.kind === 'later')
    for (const delivery of way.deliveries) {
      const due = revised(delivery, { dueAt: work.now });
      work.save(documentPaths.delivery(teamId, pageId, delivery.id), due);
      work.afterCommit((ports) => sendWaiting(ports, due));
    }
  if (way.kind !== 'none') return;
  const people = await recipientResolverOfPage(work, current);
  const page = await withPriority(work, current);
  const change = recordUnreached(page, userId, { now: work.now, people });
  // The priority alone is not stored.
  if (change.state !== page) await apply(work, 'page', asGuarded(current), change);
}

/** After a push that was taken, of a delivery with failed attempts before. */
export const noteReached = (server: ServerPorts, { teamId, pageId, userId }: PageOfPerson): Promise<void> =>
  transact(server, async (work) => {
    const page = await work.getReadable(pageSchema, documentPaths.page(teamId, pageId));
    if (page === null) return;
    const change = recordReached(page, userId, work.now);
    if (change.state !== page) await apply(work, 'page', asGuarded(page), change);
  });
