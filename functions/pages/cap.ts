/**
 * Cap on pushes to a person: beyond it deliveries stay queued until a digest gives their number. Critical pushes are exempt. Each passed
 * push is entered in one document of its person in a transaction, so that concurrent decisions never exceed the cap; another run for the
 * same push finds its entry.
 */
import { alertSchema } from '#domain/alert/schema.ts';
import { minute } from '#domain/constants.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { type Delivery, deliverySchema, type Page } from '#domain/page/schema.ts';
import { pushVerdict, type PushVerdict, pushWindowSchema, withPush } from '#domain/page/push-window.ts';
import { revised } from '#domain/transition.ts';
import { fromReadableDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { digestTask } from '../tasks.ts';

/** Whether the delivery's person has reached the limit of pushes in the window. Drills and pages of critical alerts are exempt. */
export async function isOverCap(server: ServerPorts, page: Page, delivery: Delivery): Promise<boolean> {
  if (page.subject.kind === 'drill') return false;
  return (await claimPush(server, delivery)) === 'full' && !(await isCritical(server, page));
}

/** A window that is full is read and not written: in a storm nobody waits for a transaction. */
async function claimPush(
  server: ServerPorts,
  { teamId, userId, pageId, createdAt: askedAt, queuedAt }: Delivery,
): Promise<PushVerdict> {
  const path = serverPaths.pushWindow(teamId, userId);
  const push = { pageId, askedAt, queuedAt };
  const seen = fromReadableDocument(pushWindowSchema, await server.docs.get(path));
  const verdict = pushVerdict(seen?.passed ?? [], push);
  if (verdict !== 'room') return verdict;
  return transact(server, async (work) => {
    const current = await work.getReadable(pushWindowSchema, path);
    const passed = current?.passed ?? [];
    const decided = pushVerdict(passed, push);
    if (decided === 'room') {
      const revision = (current?.revision ?? 0) + 1;
      work.save(path, { id: userId, teamId, revision, passed: withPush(passed, push) });
    }
    return decided;
  });
}

async function isCritical(server: ServerPorts, { teamId, id, incidentId }: Page): Promise<boolean> {
  const critical = [where('pageId', '==', id), where('severity', '==', 'critical'), limit(1)];
  const alerts = await server.docs.find(query(collectionPaths.alerts(teamId), ...critical));
  // An unreadable alert counts as unresolved and critical.
  if (alerts.some((one) => fromReadableDocument(alertSchema, one)?.status !== 'resolved')) return true;
  if (incidentId === null) return false;
  const path = documentPaths.incident(teamId, incidentId);
  return (await getReadable(server, incidentSchema, path))?.severity === 'SEV1';
}

/** Holds a delivery for its person's next digest. */
export async function holdForDigest(
  server: ServerPorts,
  { teamId, pageId, userId, id }: Delivery,
): Promise<void> {
  const path = documentPaths.delivery(teamId, pageId, id);
  await transact(server, async (work) => {
    const current = await work.get(deliverySchema, path);
    if (current?.status === 'queued' && !current.bundled)
      work.save(path, revised(current, { bundled: true }));
  });
  const at = (Math.floor(server.clock.now() / minute) + 1) * minute;
  const task = { at, id: `${digestTask}-${userId}-${at}` };
  await attempt(() => server.tasks.enqueue(digestTask, { teamId, userId }, task));
}
