/** Ends push registrations of this browser that belong to a person who is no longer signed in here. */
import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { isPortError } from '#ports/errors.ts';
import { usePorts } from '#src/data/client/ports.tsx';
import { anyOwner, endPushOfOthers } from '#src/data/queries/push-owner.ts';
import { useSession } from '#src/data/client/session.ts';
import { useRuntime } from './runtime-context.tsx';

/** Mounted once. Loads nothing in a browser without push registrations. */
export function usePushGuard(): void {
  const session = useSession();
  const ports = usePorts();
  const { complete } = useRuntime();
  const uid = session.status === 'signed-in' ? session.user.uid : null;
  const known = session.status !== 'restoring';
  useEffect(() => {
    if (!known || !anyOwner()) return undefined;
    let over = false;
    const check = async () => {
      try {
        await complete?.();
        if (!over) await endPushOfOthers(ports.resolve(messagingToken), uid);
      } catch (error) {
        // Offline, or the script is missing: repeated on reconnection or the next page load.
        if (complete === null && !isPortError(error)) throw error;
      }
    };
    void check();
    const stop = onlineManager.subscribe((online) => {
      if (online) void check();
    });
    return () => {
      over = true;
      stop();
    };
  }, [known, uid, ports, complete]);
}
