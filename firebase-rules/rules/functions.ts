/** Functions of the language that need nothing but their arguments. */
import { GeoPoint } from '#ports/docs/values.ts';
import { numberOf, timestamp } from './arithmetic.ts';
import { toFloat, toInt, toText } from './convert.ts';
import { describe, withType } from './describe.ts';
import { digests } from './hashes.ts';
import { wanted } from './method.ts';
import { utf8 } from './utf8.ts';
import { Duration, Failure, Float, float, isInt, Path, type Result, type Value } from './values.ts';

export interface BuiltIn {
  /** Exact number of arguments. */
  readonly takes: number;
  call(...args: readonly Value[]): Result;
}

type BuiltIns = Readonly<Record<string, BuiltIn>>;

export const functions: BuiltIns = {
  int: { takes: 1, call: (value = null) => toInt(value) },
  float: { takes: 1, call: (value = null) => toFloat(value) },
  string: { takes: 1, call: (value = null) => toText(value) },
  path: {
    takes: 1,
    call: (text = null) => (typeof text === 'string' ? pathOf(text) : wanted('a string', text)),
  },
};

/** `{name}` is a place to be filled by `bind`. */
function pathOf(text: string): Path {
  const segments = text.split('/').filter((segment) => segment !== '');
  return new Path(
    segments.map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? segment : { name };
    }),
  );
}

const numeric = (call: (value: number, given: Value) => Result): BuiltIn => ({
  takes: 1,
  call(given = null) {
    const value = numberOf(given);
    return value === null ? wanted('a number', given) : call(value, given);
  },
});

/** An int stays as it is. */
const rounding = (round: (value: number) => number): BuiltIn =>
  numeric((value, given) => (typeof given === 'bigint' || isInt(value) ? given : toInt(float(round(value)))));

const math: BuiltIns = {
  abs: numeric((value, given) => {
    if (typeof given === 'bigint') return given < 0n ? -given : given;
    return given instanceof Float || !isInt(value) ? float(Math.abs(value)) : Math.abs(value);
  }),
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  round: rounding(Math.round),
  sqrt: numeric((value) => float(Math.sqrt(value))),
  isNaN: numeric((value) => Number.isNaN(value)),
  pow: {
    takes: 2,
    call(base = null, exponent = null) {
      const [one, other] = [numberOf(base), numberOf(exponent)];
      if (one === null) return wanted('a number', base);
      return other === null ? wanted('a number', exponent) : float(one ** other);
    },
  },
};

const unitNanos: ReadonlyMap<string, number> = new Map([
  ['w', 604_800e9],
  ['d', 86_400e9],
  ['h', 3600e9],
  ['m', 60e9],
  ['s', 1e9],
  ['ms', 1e6],
  ['ns', 1],
]);

const duration: BuiltIns = {
  value: {
    takes: 2,
    call(magnitude = null, unit = null) {
      const nanos = typeof unit === 'string' ? unitNanos.get(unit) : undefined;
      if (nanos === undefined)
        return new Failure(
          () => `the unit is one of ${[...unitNanos.keys()].join(', ')}, not ${describe(unit)}`,
        );
      if (!isWhole(magnitude)) return wanted('an int', magnitude);
      return nanos >= 1e9 ? new Duration((magnitude * nanos) / 1e9, 0) : ofNanos(magnitude, nanos);
    },
  },
  time: {
    takes: 4,
    call(hours = null, minutes = null, seconds = null, nanos = null) {
      if (!isWhole(hours) || !isWhole(minutes) || !isWhole(seconds) || !isWhole(nanos))
        return new Failure(() => 'hours, minutes, seconds and nanoseconds are ints');
      return new Duration(hours * 3600 + minutes * 60 + seconds, nanos);
    },
  },
  abs: {
    takes: 1,
    call(value = null) {
      if (!(value instanceof Duration)) return wanted('a duration', value);
      return value.seconds < 0 ? new Duration(-value.seconds, -value.nanoseconds) : value;
    },
  },
};

const isWhole = (value: Value): value is number => typeof value === 'number' && isInt(value);

/** Duration of nanoseconds, exact whatever the size of the number. */
function ofNanos(magnitude: number, nanos: number): Duration {
  const perSecond = 1e9 / nanos;
  const seconds = Math.floor(magnitude / perSecond);
  return new Duration(seconds, (magnitude - seconds * perSecond) * nanos);
}

const time: BuiltIns = {
  value: {
    takes: 1,
    call(millis = null) {
      if (!isWhole(millis)) return wanted('an int', millis);
      const seconds = Math.floor(millis / 1000);
      return timestamp(seconds, (millis - seconds * 1000) * 1e6);
    },
  },
  date: {
    takes: 3,
    call(year = null, month = null, day = null) {
      if (!isWhole(year) || !isWhole(month) || !isWhole(day))
        return new Failure(() => 'year, month and day are ints');
      const date = new Date(0);
      date.setUTCFullYear(year, month - 1, day);
      if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
        return new Failure(() => `there is no day ${year}-${month}-${day}`);
      return timestamp(date.getTime() / 1000, 0);
    },
  },
};

const latlng: BuiltIns = {
  value: {
    takes: 2,
    call(latitude = null, longitude = null) {
      const [north, east] = [numberOf(latitude), numberOf(longitude)];
      if (north === null || east === null)
        return new Failure(
          () => `numbers are wanted, not ${withType(north === null ? latitude : longitude)}`,
        );
      if (Math.abs(north) <= 90 && Math.abs(east) <= 180) return new GeoPoint(north, east);
      return new Failure(() => `there is no place at ${north}, ${east}`);
    },
  },
};

const hashing: BuiltIns = Object.fromEntries(
  Object.entries(digests).map(([name, digest]) => [
    name,
    {
      takes: 1,
      call(value: Value = null) {
        if (value instanceof Uint8Array) return digest(value);
        return typeof value === 'string' ? digest(utf8(value)) : wanted('a string or bytes', value);
      },
    },
  ]),
);

/** Functions by namespace: `math.abs`. */
export const namespaces: ReadonlyMap<string, BuiltIns> = new Map([
  ['math', math],
  ['duration', duration],
  ['timestamp', time],
  ['latlng', latlng],
  ['hashing', hashing],
]);
