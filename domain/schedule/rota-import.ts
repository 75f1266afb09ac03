/** A layer that says the same as a list of shifts from elsewhere, if one can. */
import { day, limits } from '../constants.ts';
import { createZone } from './rota-zone.ts';
import type { Layer } from './schema.ts';
import { weekdayOf } from './weekly-windows.ts';

export interface ImportedShift {
  /** A user id. */
  readonly userId: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

type ImportedTurns = Pick<Layer, 'people' | 'startsAt' | 'unit' | 'every' | 'restrictions'>;

export type RotaImport =
  | { readonly ok: true; readonly turns: ImportedTurns }
  /** A sentence that says what to do. */
  | { readonly ok: false; readonly reason: string };

const hour = 3_600_000;
const units = [
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
] as const;

/** A shift as the zone's wall clock has it. */
interface LocalShift {
  readonly userId: string;
  readonly from: number;
  readonly to: number;
}

/** The turns go on as they repeat in the list; what does not repeat begins again at its end. */
export function turnsOf(shifts: readonly ImportedShift[], timezone: string): RotaImport {
  const zone = createZone(timezone);
  const sorted = shifts.toSorted((one, other) => one.startsAt - other.startsAt);
  const [first] = sorted;
  if (first === undefined) return refused('There is no shift in it. Check the file, and the days it covers.');
  const local = sorted.map(({ userId, startsAt, endsAt }) => ({
    userId,
    from: zone.wallClock(startsAt),
    to: zone.wallClock(endsAt),
  }));
  if (local.some(({ from }, index) => from < (local[index - 1]?.to ?? from)))
    return refused(
      'Two people are on call at once in it. Import one person’s level at a time, each as a layer.',
    );
  const together = local.every(({ from }, index) => index === 0 || from === local[index - 1]?.to);
  const found = together ? withoutGaps(local) : atHours(local);
  return 'reason' in found ? found : { ok: true, turns: { ...found, startsAt: first.startsAt } };
}

type Turns = Omit<ImportedTurns, 'startsAt'>;

/** Turns of shifts without gaps: of the longest unit that divides all lengths. */
function withoutGaps(shifts: readonly LocalShift[]): Turns | Refused {
  const lengths = shifts.map(({ from, to }) => to - from);
  const unit = units.find(([, length]) => lengths.every((one) => one > 0 && one % length === 0));
  if (unit === undefined) return refused('Its shifts do not last whole hours. Round them to the hour.');
  const [name, length] = unit;
  const every = largestDivisor(lengths.map((one) => one / length).reduce(greatestCommon));
  const people = shifts.flatMap(({ userId }, index) =>
    Array.from({ length: (lengths[index] ?? 0) / length / every }, () => userId),
  );
  return repeated(people, { unit: name, every, restrictions: [] });
}

/** Turns of shifts with gaps: the same hours on certain weekdays, a turn a day. */
function atHours(shifts: readonly LocalShift[]): Turns | Refused {
  const irregular = refused(
    'There are gaps in it that are not the same hours on the same weekdays. Fill them, or import it as several layers.',
  );
  const [first] = shifts;
  if (first === undefined) return irregular;
  const [opens, lasts] = [first.from % day, first.to - first.from];
  if (lasts > day || shifts.some(({ from, to }) => from % day !== opens || to - from !== lasts))
    return irregular;
  const dates = shifts.map(({ from }) => Math.floor(from / day));
  const weekdays = [...new Set(dates.map(weekdayOf))].toSorted((one, other) => one - other);
  const start = dates[0] ?? 0;
  const days = (dates.at(-1) ?? start) - start + 1;
  const people = Array.from({ length: days }, (_, index) => {
    const found = dates.indexOf(start + index);
    return found < 0 ? null : (shifts[found]?.userId ?? null);
  });
  const missing = people.some(
    (userId, index) => (userId === null) === weekdays.includes(weekdayOf(start + index)),
  );
  if (missing) return irregular;
  const window = { weekdays, from: timeText(opens), to: timeText((opens + lasts) % day) };
  return repeated(people, { unit: 'day', every: 1, restrictions: [window] });
}

/** The shortest beginning of the sequence that it goes on repeating; null fits anybody. */
function repeated(people: readonly (string | null)[], turns: Omit<Turns, 'people'>): Turns | Refused {
  for (let period = 1; period <= Math.min(people.length, limits.peoplePerLayer); period += 1) {
    const found = Array.from({ length: period }, (_, place) => {
      const own = new Set(
        people.filter((_, index) => index % period === place).filter((userId) => userId !== null),
      );
      return own.size > 1 ? undefined : ([...own][0] ?? null);
    });
    if (found.includes(undefined)) continue;
    // A turn of nobody is outside of the hours that count.
    const anybody = found.find((userId) => typeof userId === 'string') ?? '';
    return { ...turns, people: found.map((userId) => userId ?? anybody) };
  }
  return refused(
    `It does not repeat within ${limits.peoplePerLayer} turns. Import fewer of them, or several layers.`,
  );
}

interface Refused {
  readonly ok: false;
  readonly reason: string;
}

const refused = (reason: string): Refused => ({ ok: false, reason });

const greatestCommon = (one: number, other: number): number =>
  other === 0 ? one : greatestCommon(other, one % other);

/** Longest turn that divides a number of units. */
function largestDivisor(count: number): number {
  let divisor = Math.min(count, limits.every);
  while (count % divisor !== 0) divisor -= 1;
  return divisor;
}

const timeText = (reading: number): string => {
  const minutes = Math.floor(reading / 60_000);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
