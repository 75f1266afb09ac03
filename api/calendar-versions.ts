/** The newest version of each event of a text. */
import { propertiesOf, textIn } from './calendar-bounds.ts';
import { eventContentOf } from './calendar-fields.ts';
import type { EventLines } from './calendar-lines.ts';

/**
 * Versions of an event have its UID, and the same occurrence of it. The highest sequence counts; of several people’s events, to which some
 * programs give one UID, that of each. Without a UID each counts.
 */
export function newestVersions<E extends EventLines>(events: readonly E[]): readonly E[] {
  const groups = Map.groupBy(events, ({ raw }) => {
    const uid = textIn(raw, 'uid');
    return uid === null ? null : JSON.stringify([uid, propertiesOf(raw, 'recurrence-id')]);
  });
  const newest = new Set(
    [...groups].flatMap(([key, versions]) => (key === null ? versions : newestOf(versions))),
  );
  return events.filter((event) => newest.has(event));
}

function newestOf<E extends EventLines>(versions: readonly E[]): readonly E[] {
  if (versions.length === 1) return versions;
  const latest = highest(versions, sequenceOf);
  const byPerson = [...Map.groupBy(latest, personOf).values()];
  return byPerson.flatMap((own) => {
    const last = highest(own, stampOf);
    return [...new Map(last.map((event) => [JSON.stringify(event.raw), event])).values()];
  });
}

function highest<E, T>(versions: readonly E[], orderOf: (version: E) => T): readonly E[] {
  const orders = versions.map(orderOf);
  const most = orders.reduce((one, other) => (other > one ? other : one));
  return versions.filter((_, index) => orders[index] === most);
}

function sequenceOf({ raw }: EventLines): number {
  const value = propertiesOf(raw, 'sequence')[0]?.[3];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Times of UTC, as texts in their order. */
const stampOf = ({ raw }: EventLines): string => textIn(raw, 'last-modified') ?? textIn(raw, 'dtstamp') ?? '';

function personOf({ raw }: EventLines): string {
  const { title, attendee, addresses } = eventContentOf(raw);
  return addresses[0] ?? attendee ?? title;
}
