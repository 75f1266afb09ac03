/** Support of a service now, and its end. */
import { openingAt } from '../schedule/weekly-hours.ts';
import type { SupportHours } from './schema.ts';

export interface Support {
  readonly supported: boolean;
  /** The next time at which that changes; null for never. */
  readonly changesAt: number | null;
}

/** Support hours null: around the clock. */
export function supportAt(hours: SupportHours | null, at: number): Support {
  if (hours === null) return { supported: true, changesAt: null };
  const { open, changesAt } = openingAt(hours, at);
  return { supported: open, changesAt };
}
