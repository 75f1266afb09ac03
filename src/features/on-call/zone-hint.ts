import { zoneText } from '#domain/timezone.ts';
import { momentText } from '#src/ui/time-format.ts';
import { fromLocal } from './span.ts';

/** The zone of a field, and the same time on the reader's own clock where that is another. */
export function zoneHint(local: string, zone: string, mine: string): string {
  const at = zone === mine ? null : fromLocal(local, zone);
  const name = zoneText(zone);
  return at === null ? name : `${name}; ${momentText(at, mine)} your time`;
}
