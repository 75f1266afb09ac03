/** The way out: this browser gives up its pushes first, so that whoever signs in next gets none of them. */
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { authToken } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import { isPortError } from '#ports/errors.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { entity } from './documents.ts';
import { type Ports, usePorts } from './ports.tsx';
import { removeShared } from './shared-images.ts';
import { unmarkSession } from './session-mark.ts';
import { forgetOwner, ownerOf } from '../queries/push-owner.ts';
import { useTeamIfAny } from '../queries/team.tsx';

/** Longest wait for the server to turn the device off, in milliseconds. */
const leavingMs = 5_000;

/** @throws PortError when the session can't be ended */
export function useSignOut(): () => Promise<void> {
  const ports = usePorts();
  const team = useTeamIfAny();
  return async () => {
    const auth = ports.resolve(authToken);
    const uid = auth.currentUser()?.uid;
    if (uid !== undefined) await endOwnPush(ports, uid, team?.team.id ?? null).catch(unlessPortError);
    unmarkSession();
    await removeShared().catch(() => false);
    await auth.signOut();
  };
}

/**
 * Leaving is not held up by what the backend refuses or can't do now: pushes that are still on are ended when the connection is back
 * (`src/app/push-guard.ts`), and the server learns from the push service that the device is off.
 */
function unlessPortError(error: unknown): void {
  if (!isPortError(error)) throw error;
}

async function endOwnPush(ports: Ports, uid: string, teamId: string | null): Promise<void> {
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
