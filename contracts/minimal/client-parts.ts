import type { ClientSettings } from '#ports/defaults.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { Line } from './line.ts';

/** Dependencies of the ports of a client. */
export interface ClientParts {
  readonly client: PortClient;
  readonly clock: Clock;
  readonly line: Line;
  readonly settings: ClientSettings;
}
