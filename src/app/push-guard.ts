/** Pushes to this browser that are for somebody who is not signed in here any more are ended as soon as they can be. */
import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { isPortError } from '#ports/errors.ts';
import { usePorts } from '#src/data/client/ports.tsx';
import { anyOwner, endPushOfOthers } from '#src/data/queries/push-owner.ts';
import { useSession } from '#src/data/client/session.ts';
import { useRuntime } from './runtime-context.tsx';

/** Once for the app. Costs a browser that nobody enabled pushes in nothing. */
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
        // Without a connection, or without the script: again when there is one, or with the next page.
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
