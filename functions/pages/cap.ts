/**
 * The cap on pushes to one device: beyond it deliveries stay queued until a digest says how many there are. What is critical passes.
 * Which deliveries are held back follows from their times alone, so another run decides the same.
 */
import { alertSchema } from '#domain/alert/schema.ts';
import { constants, minute } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { type Delivery, deliverySchema, type Page, pageSchema } from '#domain/page/schema.ts';
import { isStillAsking } from '#domain/page/delivery.ts';
import { revised } from '#domain/transition.ts';
import { teamAddress } from '#api/addresses.ts';
import { fromDocument, fromReadableDocument, storedTime } from '#api/codec.ts';
import { collectionGroups, collectionPaths, documentPaths } from '#api/paths.ts';
import { collectionGroup, limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { attempt, transact } from '../kernel/unit-of-work.ts';
import { digestTask } from '../tasks.ts';
import { countOpenPages } from './open-pages.ts';

/** Whether the device has reached the limit of pushes of its window. Drills and pages of critical alerts are exempt. */
export async function isOverCap(server: ServerPorts, page: Page, delivery: Delivery): Promise<boolean> {
  const { teamId, deviceId, queuedAt, id } = delivery;
  if (page.subject.kind === 'drill') return false;
  const since = storedTime(queuedAt - constants.pushWindowMinutes * minute);
  const ofDevice = [where('teamId', '==', teamId), where('deviceId', '==', deviceId)];
  const oldest = [where('queuedAt', '>', since), orderBy('queuedAt'), limit(constants.pushesPerDevice)];
  const first = await server.docs.find(collectionGroup(collectionGroups.deliveries, ...ofDevice, ...oldest));
  if (first.length < constants.pushesPerDevice || first.some((one) => one.id === id)) return false;
  return !(await isCritical(server, page));
}

async function isCritical({ docs }: ServerPorts, { teamId, id, incidentId }: Page): Promise<boolean> {
  const critical = [where('pageId', '==', id), where('severity', '==', 'critical'), limit(1)];
  const alerts = await docs.find(query(collectionPaths.alerts(teamId), ...critical));
  if (alerts.some((one) => fromReadableDocument(alertSchema, one)?.status !== 'resolved')) return true;
  if (incidentId === null) return false;
  const incident = await docs.get(documentPaths.incident(teamId, incidentId));
  return fromDocument(incidentSchema, incident)?.severity === 'SEV1';
}

/** It goes into the device's next digest. */
export async function holdForDigest(
  server: ServerPorts,
  { teamId, pageId, deviceId, id }: Delivery,
): Promise<void> {
  const path = documentPaths.delivery(teamId, pageId, id);
  await transact(server, async (work) => {
    const current = await work.get(deliverySchema, path);
    if (current?.status === 'queued' && !current.bundled)
      work.save(path, revised(current, { bundled: true }));
  });
  const at = (Math.floor(server.clock.now() / minute) + 1) * minute;
  const task = { at, id: `${digestTask}-${deviceId}-${at}` };
  await attempt(() => server.tasks.enqueue(digestTask, { teamId, deviceId }, task));
}

/** As many as one digest tells; what is left is in the next one. */
const mostInDigest = 200;

/** One push for all pages of a device that were held back. Safe to run at any time. */
export async function sendDigest(server: ServerPorts, teamId: string, deviceId: string): Promise<void> {
  const { docs, clock, push } = server;
  const device = fromDocument(deviceSchema, await docs.get(documentPaths.device(teamId, deviceId)));
  if (!device?.registration) return;
  const held = [where('bundled', '==', true), where('status', '==', 'queued')];
  const ofDevice = [where('teamId', '==', teamId), where('deviceId', '==', deviceId)];
  const found = await docs.find(
    collectionGroup(collectionGroups.deliveries, ...ofDevice, ...held, limit(mostInDigest)),
  );
  const asking = await Promise.all(
    found
      .flatMap((one) => fromReadableDocument(deliverySchema, one) ?? [])
      .map(async (delivery) => {
        const page = await docs.get(documentPaths.page(teamId, delivery.pageId));
        const asks = fromReadableDocument(pageSchema, page);
        return asks && isStillAsking(asks, delivery) ? [{ delivery, page: asks }] : [];
      }),
  );
  const due = asking.flat();
  const pages = new Map(due.map(({ page }) => [page.id, page]));
  if (pages.size === 0) return;
  const open = await countOpenPages(server, teamId, device.userId);
  const count = pages.size === 1 ? '1 more page waits' : `${pages.size} more pages wait`;
  const { registration } = device;
  const message: OutgoingPush = {
    notification: {
      title: `${count} for you`,
      body: `You had ${constants.pushesPerDevice} notifications within ${constants.pushWindowMinutes} min; these come together. Open Muster to answer them.`,
      tag: `digest-${teamId}`,
      link: teamAddress(teamId, '/'),
      requireInteraction: true,
    },
    data: { kind: 'digest', teamId, open: String(open) },
    timeToLiveSeconds: constants.pushWindowMinutes * 60,
    urgency: [...pages.values()].some(({ urgency }) => urgency === 'high') ? 'high' : 'normal',
  };
  // The sweep asks for another one.
  if (!(await attempt(() => push.send(registration, message)))) return;
  await transact(server, async (work) => {
    for (const { delivery } of due) {
      const path = documentPaths.delivery(teamId, delivery.pageId, delivery.id);
      const current = await work.get(deliverySchema, path);
      if (current?.status === 'queued')
        work.save(path, revised(current, { status: 'accepted', acceptedAt: clock.now() }));
    }
  });
}
