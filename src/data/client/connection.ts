/** The connection to the backend. TanStack's online state follows it, so that commands wait while there is none. */
import { onlineManager } from '@tanstack/react-query';
import type { Unsubscribe } from '#ports/shared.ts';
import { type Realtime, realtimeToken } from '#ports/realtime/realtime.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';

/** Whether the backend is connected. Undefined until it is first known, so that no state flashes at the start. */
export function useConnected(): boolean | undefined {
  const realtime = usePort(realtimeToken);
  return useLive<boolean>(['connected'], (push) =>
    realtime.watchConnection((connected) => push.next(connected)),
  ).data;
}

/** Makes the backend's connection TanStack's online state, in place of the browser's `navigator.onLine`. */
export function followConnection(realtime: Realtime): Unsubscribe {
  onlineManager.setEventListener((setOnline) => realtime.watchConnection(setOnline));
  return () => onlineManager.setEventListener(() => undefined);
}
