/**
 * Reference rota, computed independently for the tests: by counting turns and reading wall clocks off `Intl`, without the domain's code.
 * Slow and plain on purpose: a list of every hand-over of a layer, in which each instant is looked up.
 */

export interface ReferenceLayer {
  readonly people: readonly string[];
  readonly startsAt: number;
  readonly unit: 'hour' | 'day' | 'week';
  readonly every: number;
  readonly restrictions: readonly {
    readonly weekdays: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
  readonly shadow?: boolean | undefined;
}

export interface ReferenceSchedule {
  readonly id: string;
  readonly timezone: string;
  readonly layers: readonly ReferenceLayer[];
  readonly versions?:
    | readonly {
        readonly takesEffectAt: number;
        readonly timezone: string;
        readonly layers: readonly ReferenceLayer[];
      }[]
    | undefined;
}

export interface ReferenceOverride {
  readonly id: string;
  readonly scheduleId: string;
  readonly createdAt: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly userId: string;
  readonly insteadOf: string | null;
}

const minute = 60_000;
const dayLength = 24 * 60 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Instants by zone and reading: windows of one day are read repeatedly. */
const instants = new Map<string, number>();

/** Reading of a zone's clock, as the same digits in UTC. */
export function clockOf(zone: string, at: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The first instant at which a zone's clock shows a reading; of one that the clocks skip, the instant that the clock before the change
 * would have shown it.
 */
export function instantOf(zone: string, reading: number): number {
  const key = `${zone} ${reading}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  // Offsets from a day before to a day after; the earliest instant that shows the reading wins.
  const before = clockOf(zone, reading - dayLength * 1.2) - (reading - dayLength * 1.2);
  const after = clockOf(zone, reading + dayLength * 1.2) - (reading + dayLength * 1.2);
  const shown = [reading - before, reading - after].filter((at) => clockOf(zone, at) === reading);
  const found = shown.length > 0 ? Math.min(...shown) : reading - before;
  if (instants.size > 200_000) instants.clear();
  instants.set(key, found);
  return found;
}

const unitMinutes = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;

/** Beginnings of a layer's turns up to a time, in order. */
function handOvers(layer: ReferenceLayer, zone: string, until: number): readonly number[] {
  const first = clockOf(zone, layer.startsAt) + (layer.startsAt % 1_000);
  const found = [layer.startsAt];
  for (let turn = 1; ; turn += 1) {
    const at = instantOf(zone, first + turn * layer.every * unitMinutes[layer.unit] * minute);
    if (at > until) return found;
    found.push(at);
  }
}

function isOpen(layer: ReferenceLayer, zone: string, at: number): boolean {
  if (layer.restrictions.length === 0) return true;
  const midnight = Math.floor(clockOf(zone, at) / dayLength) * dayLength;
  return layer.restrictions.some(({ weekdays, from, to }) =>
    [-2, -1, 0, 1].some((days) => {
      const date = midnight + days * dayLength;
      const weekday = new Date(date).getUTCDay() || 7;
      if (!weekdays.includes(weekday)) return false;
      const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
      const length = minutes(to) > minutes(from) ? 0 : dayLength;
      const opens = instantOf(zone, date + minutes(from) * minute);
      const closes = instantOf(zone, date + minutes(to) * minute + length);
      return opens <= at && at < closes;
    }),
  );
}

/** Reference for one schedule up to a time. Hand-overs are listed once. */
export class ReferenceRota {
  private readonly schedule: ReferenceSchedule;
  private readonly overrides: readonly ReferenceOverride[];
  private readonly until: number;
  private readonly lists = new Map<ReferenceLayer, readonly number[]>();

  constructor(schedule: ReferenceSchedule, overrides: readonly ReferenceOverride[], until: number) {
    this.schedule = schedule;
    this.until = until;
    this.overrides = overrides
      .filter(({ scheduleId }) => scheduleId === schedule.id)
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  }

  onCall(at: number): string | null {
    let holder: string | null = null;
    const { timezone, layers } = this.versionAt(at);
    for (const layer of layers) {
      if (layer.shadow === true || at < layer.startsAt || !isOpen(layer, timezone, at)) continue;
      const turn = this.turnsOf(layer, timezone).findLastIndex((begins) => begins <= at);
      holder = layer.people[turn % layer.people.length] ?? null;
    }
    for (const { startsAt, endsAt, insteadOf, userId } of this.overrides) {
      const takes = insteadOf === null || insteadOf === holder;
      if (takes && startsAt <= at && at < endsAt) holder = userId;
    }
    return holder;
  }

  /** Instants at which the answer may change: hand-overs, edges of restrictions and of overrides, versions, clock changes. */
  boundaries(from: number, to: number): readonly number[] {
    const found = this.overrides.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
    for (const { takesEffectAt, timezone, layers } of this.versions()) {
      found.push(takesEffectAt, ...clockChanges(timezone, from, to));
      for (const layer of layers) {
        found.push(...this.turnsOf(layer, timezone));
        for (let at = from - 2 * dayLength; at < to + dayLength; at += dayLength) {
          const midnight = Math.floor(clockOf(timezone, at) / dayLength) * dayLength;
          for (const { from: opens, to: closes } of layer.restrictions)
            for (const time of [opens, closes])
              found.push(
                instantOf(
                  timezone,
                  midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * minute,
                ),
              );
        }
      }
    }
    return [...new Set(found)].filter((at) => from <= at && at < to).toSorted((one, other) => one - other);
  }

  private versions() {
    const { timezone, layers, versions = [] } = this.schedule;
    return [{ takesEffectAt: Number.NEGATIVE_INFINITY, timezone, layers }, ...versions];
  }

  private versionAt(at: number) {
    const holding = this.versions().filter(({ takesEffectAt }) => takesEffectAt <= at);
    return holding.reduce((one, other) => (other.takesEffectAt >= one.takesEffectAt ? other : one));
  }

  private turnsOf(layer: ReferenceLayer, zone: string): readonly number[] {
    const known = this.lists.get(layer);
    if (known) return known;
    const listed = handOvers(layer, zone, this.until);
    this.lists.set(layer, listed);
    return listed;
  }
}

/** The instants at which a zone's clocks change, to the second, from `from` up to `to`. */
export function clockChanges(zone: string, from: number, to: number): readonly number[] {
  const offset = (at: number) => clockOf(zone, at) - Math.floor(at / 1_000) * 1_000;
  const found: number[] = [];
  for (let at = from; at < to; at += dayLength) {
    let [low, high] = [at, Math.min(at + dayLength, to)];
    if (offset(low) === offset(high)) continue;
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2_000) * 1_000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}
