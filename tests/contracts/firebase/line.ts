/** All cables of one client, one to each service: pulled and plugged in together. */
import { openRelay, type Relay } from './relay.ts';

export interface Line<Service extends string> {
  /** Address of each service for the client, as `host:port`. */
  readonly local: Readonly<Record<Service, string>>;
  isOn(): boolean;
  /** Bytes that have gone through, all ways. */
  traffic(): number;
  setOn(on: boolean): void;
  close(): Promise<void>;
}

/** `targets`: `host:port` of each service. */
export async function openLine<Service extends string>(
  targets: Readonly<Record<Service, string>>,
): Promise<Line<Service>> {
  const cables = await Promise.all(
    Object.entries<string>(targets).map(async ([name, target]) => [name, await openRelay(target)] as const),
  );
  const relays: readonly Relay[] = cables.map(([, relay]) => relay);
  return {
    local: Object.fromEntries(cables.map(([name, { address }]) => [name, address])) as Record<
      Service,
      string
    >,
    isOn: () => relays.every((relay) => relay.isOn()),
    traffic: () => relays.reduce((sum, relay) => sum + relay.traffic(), 0),
    setOn(on) {
      for (const relay of relays) relay.setOn(on);
    },
    async close() {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}
