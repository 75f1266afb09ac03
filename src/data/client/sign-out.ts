/** The way out: this browser gives up its pushes first, so that whoever signs in next gets none of them. */
import { authToken } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { usePorts } from './ports.tsx';
import { removeShared } from './shared-images.ts';
import { unmarkSession } from './session-mark.ts';
import { endOwnPush } from '../queries/end-own-push.ts';
import { useTeamIfAny } from '../queries/team.tsx';

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
