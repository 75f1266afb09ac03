/** Bounds of a calendar that are checked before ical.js follows any of it. Components are as `ICAL.parse` returns them. */

/** A property: name, parameters, type, values. */
export type RawProperty = readonly [string, Readonly<Record<string, unknown>>, string, ...unknown[]];
/** A component: name, properties, components. */
export type RawComponent = readonly [string, readonly RawProperty[], readonly RawComponent[]];

/** A line of parameters without an end costs the square of its length. */
export const longestLine = 32_768;
export const mostEvents = 20_000;
const mostProperties = 3_000;
/** Dates that are added to an event, or left out, in all. */
const mostDates = 3_000;
const mostRules = 10;
export const mostZones = 100;
const mostZoneChanges = 400;

export const propertiesOf = ([, properties]: RawComponent, name: string): readonly RawProperty[] =>
  properties.filter(([own]) => own === name);

/** Value of the first property of this name, if it is a text. */
export function textIn(component: RawComponent, name: string): string | null {
  const value = propertiesOf(component, name)[0]?.[3];
  return typeof value === 'string' ? value : null;
}

const valuesOf = (component: RawComponent, ...names: readonly string[]): number =>
  names
    .flatMap((name) => propertiesOf(component, name))
    .reduce((sum, property) => sum + property.length - 3, 0);

/** Whether an event is small enough to be followed. */
export const isBoundedEvent = (event: RawComponent): boolean =>
  event[1].length <= mostProperties &&
  valuesOf(event, 'exdate', 'rdate') <= mostDates &&
  propertiesOf(event, 'rrule').length <= mostRules;

/** Whether a zone changes by the year: a `VTIMEZONE` with rules by the second is none of this world. */
export function isBoundedZone(zone: RawComponent): boolean {
  const [, , changes] = zone;
  return (
    changes.length <= mostZoneChanges &&
    changes.every(
      (change) =>
        change[1].length <= mostZoneChanges &&
        valuesOf(change, 'rdate') <= mostZoneChanges &&
        propertiesOf(change, 'rrule').every(([, , , rule]) => isZoneRule(rule)),
    )
  );
}

const zoneParts: ReadonlySet<string> = new Set([
  ...['freq', 'interval', 'count', 'until', 'wkst'],
  ...['byday', 'bymonth', 'bymonthday'],
]);

function isZoneRule(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const { freq } = rule as { readonly freq?: unknown };
  const lists = Object.values(rule).filter((value) => Array.isArray(value));
  return (
    freq === 'YEARLY' &&
    Object.keys(rule).every((name) => zoneParts.has(name.toLowerCase())) &&
    lists.every(({ length }) => length <= 40)
  );
}

/** Name of a zone; null for one without. */
export const zoneNameOf = (zone: RawComponent): string | null => textIn(zone, 'tzid');
