/** Times as senders write them. */
import { Temporal } from 'temporal-polyfill';

/** Epoch milliseconds of a time as ISO 8601 writes it, in UTC where it names no zone; null for what is no time. */
export function sentTime(moment: string): number | null {
  const instant = attempt(() => Temporal.Instant.from(moment));
  // A zone's name in brackets, without an offset, is not UTC.
  if (instant !== null || moment.includes('[')) return instant;
  return attempt(() => Temporal.PlainDateTime.from(moment).toZonedDateTime('UTC').toInstant());
}

function attempt(read: () => Temporal.Instant): number | null {
  try {
    return read().epochMilliseconds;
  } catch {
    return null;
  }
}
