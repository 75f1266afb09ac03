/** Reachability of a device, as this installation can prove it. */
import {
  deviceReachability,
  type ReachedDevice,
  whereNothingIsPushed,
} from '#domain/readiness/reachability.ts';
import { useServerNow } from '../client/server-now.ts';
import { useCapability } from '../client/ports.tsx';

export function useDeviceReach(): (device: ReachedDevice) => ReturnType<typeof deviceReachability> {
  const now = useServerNow(60_000);
  const pushes = useCapability('messaging.push');
  return (device) => {
    const reach = deviceReachability(device, now);
    return pushes ? reach : whereNothingIsPushed(reach);
  };
}
