/** Whether a service is supported now, and until when. */
import { createZone } from '../schedule/rota-zone.ts';
import { inWindows, nextWindowEdge } from '../schedule/weekly-windows.ts';
import type { SupportHours } from './schema.ts';

export interface Support {
  readonly supported: boolean;
  /** The next time at which that changes; null for never. */
  readonly changesAt: number | null;
}

/** Support hours null: around the clock. */
export function supportAt(hours: SupportHours | null, at: number): Support {
  if (hours === null) return { supported: true, changesAt: null };
  const zone = createZone(hours.timezone);
  const supported = inWindows(hours.windows, zone, at);
  // Windows that touch or overlap have edges at which nothing changes; a week has no more edges than these.
  let edge = at;
  for (let edges = 0; edges <= hours.windows.length * 14; edges += 1) {
    edge = nextWindowEdge(hours.windows, zone, edge);
    if (edge === Number.POSITIVE_INFINITY) return { supported, changesAt: null };
    if (inWindows(hours.windows, zone, edge) !== supported) return { supported, changesAt: edge };
  }
  return { supported, changesAt: null };
}
