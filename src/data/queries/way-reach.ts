/** Reachability by one way, as this installation can prove it. */
import type { ChannelWay } from '#domain/channel/way.ts';
import { type Reachability, wayReachability, whereNothingIsPushed } from '#domain/readiness/reachability.ts';
import { useServerNow } from '../client/server-now.ts';
import { useCapability } from '../client/ports.tsx';

export function useWayReach(): (way: ChannelWay) => Reachability {
  const now = useServerNow(60_000);
  const pushes = useCapability('messaging.push');
  return (way) => {
    const reach = wayReachability(way, now);
    return pushes ? reach : whereNothingIsPushed(reach);
  };
}
