/**
 * The backstop: finds what is due by looking, not by having been told. With it alone everything happens, at most one
 * interval late. One thing that fails doesn't keep the rest waiting.
 */
import { minute } from '#domain/constants.ts';
import { alert } from '#domain/entities/alert.ts';
import { device } from '#domain/entities/device.ts';
import { delivery, page, type Delivery, type Page } from '#domain/entities/page.ts';
import { recordReceipt } from '#domain/delivery.ts';
import { collectionGroups, documentPaths } from '#domain/paths.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { collectionGroup, limit, orderBy, where, type Query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { wakeAlert } from './alerts/wake.ts';
import { copyAccess } from './kernel/access.ts';
import { fromDocument, storedTime } from './kernel/stored.ts';
import { attempt, transact } from './kernel/work.ts';
import { send } from './pages/send.ts';
import { tickPage } from './pages/tick.ts';

/** How many of a kind one sweep takes on; the next one takes the rest, oldest first. */
const batch = 200;
/** A push is left alone for this long: it may still be on its way. */
const graceMs = 30_000;
/** And given up on after this long. */
const lostAfterMs = 15 * minute;

/** @throws AggregateError for mistakes in the code, once everything else has been done */
export async function sweep(server: ServerPorts): Promise<void> {
  const now = server.clock.now();
  const chores: readonly (readonly [Query, (found: DocSnapshot) => Promise<void>])[] = [
    [duePages(storedTime(now)), each(page, ({ teamId, id }) => tickPage(server, teamId, id))],
    [dueAlerts(storedTime(now)), each(alert, ({ teamId, id }) => wakeAlert(server, teamId, id))],
    [lostDeliveries(now), each(delivery, (lost) => sendAgain(server, lost))],
    [accessBehind, ({ path }) => copyAccess(server, path)],
  ];
  const mistakes: unknown[] = [];
  for (const [query, run] of chores)
    for (const found of await server.docs.find(query)) {
      try {
        await attempt(() => run(found));
      } catch (mistake) {
        mistakes.push(mistake);
      }
    }
  if (mistakes.length > 0) throw new AggregateError(mistakes, 'The sweep could not do everything.');
}

const each =
  <S extends typeof page | typeof alert | typeof delivery>(
    schema: S,
    run: (entity: NonNullable<ReturnType<typeof fromDocument<S>>>) => Promise<void>,
  ) =>
  async (found: DocSnapshot): Promise<void> => {
    const entity = fromDocument(schema, found);
    if (entity !== null) await run(entity);
  };

const duePages = (now: ReturnType<typeof storedTime>) =>
  collectionGroup(collectionGroups.pages, where('nextAt', '<=', now), orderBy('nextAt'), limit(batch));

const dueAlerts = (now: ReturnType<typeof storedTime>) =>
  collectionGroup(
    collectionGroups.alerts,
    where('suppressedUntilAt', '<=', now),
    orderBy('suppressedUntilAt'),
    limit(batch),
  );

const lostDeliveries = (now: number) =>
  collectionGroup(
    collectionGroups.deliveries,
    where('status', '==', 'queued'),
    where('queuedAt', '>', storedTime(now - lostAfterMs)),
    where('queuedAt', '<=', storedTime(now - graceMs)),
    orderBy('queuedAt'),
    limit(batch),
  );

const accessBehind = collectionGroup(collectionGroups.accessChanges, limit(batch));

async function sendAgain(server: ServerPorts, lost: Delivery): Promise<void> {
  const { deviceId, teamId, pageId } = lost;
  if (deviceId === null) return;
  const to = fromDocument(device, await server.docs.get(documentPaths.device(teamId, deviceId)));
  const about = fromDocument(page, await server.docs.get(documentPaths.page(teamId, pageId)));
  if (about === null) return;
  if (!isStillAsking(about, lost))
    return giveUp(server, lost, 'The page had moved on before this could be sent.');
  if (!to?.registration) return giveUp(server, lost, 'This device takes no messages. Register it on it.');
  const expiresAt = about.nextAt ?? server.clock.now();
  await send(server, { page: about, delivery: lost, registration: to.registration, expiresAt });
}

/** For the newest time that they were asked: an earlier one has its own deliveries behind it. */
function isStillAsking(about: Page, { userId, createdAt }: Delivery): boolean {
  const asked = about.notified.find((one) => one.userId === userId);
  return about.status === 'notifying' && about.waitingFor.includes(userId) && asked?.lastAt === createdAt;
}

async function giveUp(server: ServerPorts, lost: Delivery, why: string): Promise<void> {
  const path = documentPaths.delivery(lost.teamId, lost.pageId, lost.id);
  await transact(server, async (work) => {
    const current = await work.get(delivery, path);
    if (current?.status !== 'queued') return;
    work.save(path, recordReceipt(current, 'failed', work.now, why));
  });
}
