/**
 * Names of time zones. A zone has several names in the IANA database (`Asia/Kolkata`, `Asia/Calcutta`), and engines disagree on which one
 * they list and answer with: V8 keeps the names that CLDR froze, SpiderMonkey takes today's. Two names of one zone are one here.
 */

/** Names that CLDR keeps in `common/bcp47/timezone.xml` → today's names in the IANA database, as of 2026c. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** Formatters cost about 30 µs. Bounded, since names in any case are valid. */
const identities = new Map<string, string>();
const cacheSize = 1_000;

/** Today's name of the zone that a valid name stands for: the same for all of its names. */
export function zoneIdentity(zone: string): string {
  const known = identities.get(zone);
  if (known !== undefined) return known;
  const resolved = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  const identity = renamed.get(resolved) ?? resolved;
  if (identities.size < cacheSize) identities.set(zone, identity);
  return identity;
}

/** True for two names of one zone; false where one of them is none. */
export function isSameZone(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return zoneIdentity(one) === zoneIdentity(other);
  } catch {
    return false;
  }
}

export interface NamedZone {
  /** Today's name in the IANA database. */
  readonly id: string;
  /** Earlier names that people may look for. */
  readonly otherNames: readonly string[];
}

/** Every zone that this engine knows, each once and by name, with UTC, which engines leave out of their lists. */
export function namedZones(): readonly NamedZone[] {
  // The engine lists each zone by the name that its formatters resolve to: 400 formatters would take 60 ms.
  const listed = Intl.supportedValuesOf('timeZone').map((name) => renamed.get(name) ?? name);
  const ids = new Set([...listed, 'UTC']);
  return [...ids].toSorted().map((id) => ({ id, otherNames: otherNamesOf(id) }));
}

const otherNamesOf = (id: string): readonly string[] =>
  id === 'UTC'
    ? ['GMT', 'Coordinated Universal Time', 'Zulu']
    : [...renamed].flatMap(([name, today]) => (today === id ? [name] : []));

/** “Asia/Ho Chi Minh”: a zone on screens, by today's name. The text itself where it names none. */
export function zoneText(zone: string): string {
  let name = zone;
  try {
    name = zoneIdentity(zone);
  } catch {
    // Kept by an earlier version, or by a newer database than this engine's.
  }
  return name.replaceAll('_', ' ');
}
