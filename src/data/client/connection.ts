/** Is the backend in reach? Also tells TanStack, so that commands wait while it is not. */
import { onlineManager } from '@tanstack/react-query';
import type { Unsubscribe } from '#ports/shared.ts';
import { type Realtime, realtimeToken } from '#ports/realtime/realtime.ts';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';

/** `true` once in touch with the backend. Undefined until it is first known, so that nothing flashes at the start. */
export function useConnected(): boolean | undefined {
  const realtime = usePort(realtimeToken);
  return useLive<boolean>(['connected'], (push) =>
    realtime.watchConnection((connected) => push.next(connected)),
  ).data;
}

/** The backend's connection, not the browser's guess, decides whether commands go out. */
export function followConnection(realtime: Realtime): Unsubscribe {
  onlineManager.setEventListener((setOnline) => realtime.watchConnection(setOnline));
  return () => onlineManager.setEventListener(() => undefined);
}
