/** The end of the pushes to this browser, for a person who signs out. */
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { entity } from '../client/documents.ts';
import type { Ports } from '../client/ports.tsx';
import { forgetOwner, ownerOf } from './push-owner.ts';

/** Longest wait for the server to turn the device off, in milliseconds. */
const leavingMs = 5_000;

/** Nothing where they go to somebody else, or to nobody. @throws PortError */
export async function endOwnPush(ports: Ports, uid: string, teamId: string | null): Promise<void> {
  const messaging = ports.resolve(messagingToken);
  const registration = await messaging.registration();
  if (registration === null || ownerOf(registration.id) !== uid) return;
  await messaging.unregister();
  forgetOwner(registration.id);
  if (teamId !== null) await turnOff(ports, uid, teamId, registration.id);
}

async function turnOff(ports: Ports, uid: string, teamId: string, registrationId: string): Promise<void> {
  const docs = ports.resolve(docsToken);
  const own = query(collectionPaths.devices(teamId), where('userId', '==', uid));
  const devices: (Device | undefined)[] = (await docs.find(own)).docs.map(
    (doc) => entity(deviceSchema, doc)?.value,
  );
  const here = devices.find((one) => one?.registration === registrationId);
  if (!here) return;
  const { id: deviceId, label, userAgent } = here;
  const input = { teamId, commandId: docs.newId(), deviceId, registration: null, label, userAgent };
  await ports.resolve(functionsToken).call('registerDevice', input, { timeoutMs: leavingMs });
}
