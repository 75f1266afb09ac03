/**
 * The fields of every entity, and the small schemas they are made of. All times are epoch milliseconds in fields whose
 * name ends in `At`; `api/codec.ts` turns exactly those into a provider's timestamps and back.
 */
import * as v from 'valibot';
import { isLonger, isOneLine } from './text.ts';

/**
 * A string that each store takes as one segment of a path: documents refuse `__…__`, the realtime database `. $ # [ ] /` and
 * control characters. `isId` in firestore.rules says the same.
 */
const idPattern = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/u;

export const idSchema = v.pipe(
  v.string(),
  v.regex(idPattern, 'An id is 1 to 128 of A–Z, a–z, 0–9, - and _, and does not begin and end with __.'),
  v.brand('Id'),
);
/** A checked id. Entities as code builds them have plain strings, which `api/paths.ts` checks. */
export type Id = v.InferOutput<typeof idSchema>;

export function isId(value: string): value is Id {
  return idPattern.test(value);
}

/** @throws TypeError for a string that is no id */
export function idOf(value: string): Id {
  if (isId(value)) return value;
  throw new TypeError(`${JSON.stringify(value.slice(0, 200))} is no id.`);
}

/** The times that every provider can store: from 0001-01-01T00:00:00Z to the end of the year 9999. */
export const timeRange = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const;

export const epochMsSchema = v.pipe(
  v.number(),
  v.finite('A time is a finite number of milliseconds.'),
  v.minValue(timeRange.first, 'Use a time after the year 0.'),
  v.maxValue(timeRange.last, 'Use a time before the year 10000.'),
);

/** Text that every provider can store: half of a surrogate pair becomes the replacement character. */
export const wellFormedSchema = v.pipe(
  v.string(),
  v.transform((words) => words.toWellFormed()),
);

/** Formatted when it is said: the formatter takes longer to load than all schemas. */
const mostCharacters = (max: number) => () => `Use at most ${max.toLocaleString('en')} characters.`;

/** Text of one or several lines, of 1 to `max` characters, counted after trimming. */
export const multilineTextSchema = (max: number) =>
  v.pipe(
    wellFormedSchema,
    v.trim(),
    v.minLength(1, 'This can’t be empty.'),
    v.maxLength(max, mostCharacters(max)),
  );

/** Text of a sender of alerts: the same, counted in characters, as senders do, and not in code units. */
export const sentTextSchema = (max: number) =>
  v.pipe(
    wellFormedSchema,
    v.trim(),
    v.minLength(1, 'This can’t be empty.'),
    v.check((text) => !isLonger(text, max), mostCharacters(max)),
  );

/** Sentence of the issue by which `fromDocument` knows a stored text that is to be shown in one line all the same. */
export const oneLineRule = 'Use one line, without control characters.';

const oneLineCheck = v.check((text: string) => isOneLine(text), oneLineRule);

/** Text of one line, such as a name: what programs that read lines (calendars, mail, logs) would take for a line of their own is refused. */
export const textSchema = (max: number) => v.pipe(multilineTextSchema(max), oneLineCheck);

/** Text of several lines that may be empty. */
export const optionalTextSchema = (max: number) =>
  v.pipe(wellFormedSchema, v.trim(), v.maxLength(max, mostCharacters(max)));

/** Text of one line that may be empty. */
export const optionalLineSchema = (max: number) => v.pipe(optionalTextSchema(max), oneLineCheck);

export const wholeNumberSchema = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('Use a whole number.'),
    v.minValue(min, `Use ${min} or more.`),
    v.maxValue(max, `Use ${max} or less.`),
  );

export const revisionSchema = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);

/** Web address with a scheme that is safe behind a link on a screen. */
export const webAddressSchema = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.regex(/^https?:\/\/\S+$/iu, 'Use an address that starts with http:// or https://.'),
);

/** A name of the IANA time zone database, such as `Europe/Berlin`. */
export const timezoneSchema = v.pipe(
  v.string(),
  v.check((zone) => isTimezone(zone), 'Use a time zone of the IANA database, such as Europe/Berlin.'),
);

/** Names found valid. Bounded, since names in any case are valid. A formatter takes about 30 µs to make. */
const validTimezones = new Set<string>();
const timezoneCacheSize = 1_000;

function isTimezone(zone: string): boolean {
  if (validTimezones.has(zone)) return true;
  if (!/^[A-Z]/iu.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  } catch {
    return false;
  }
  if (validTimezones.size < timezoneCacheSize) validTimezones.add(zone);
  return true;
}

/** The fields of every entity of a team. `createdBy` is a user id, or `system` for what no person did. */
export const entityFields = {
  id: idSchema,
  teamId: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
};

/** Author of what the server does by itself. */
export const system = 'system';
