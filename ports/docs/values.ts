/** Values of documents. Immutable; values returned by a port are the reader's own copies. */

const nanosPerMilli = 1_000_000;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z, in seconds. */
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/** An instant. Documents store it to the microsecond: what is finer is cut off as it is written or asked for. */
export class Timestamp {
  readonly seconds: number;
  /** 0 to 999,999,999, counting forward even before 1970. */
  readonly nanoseconds: number;

  constructor(seconds: number, nanoseconds: number) {
    if (!Number.isInteger(seconds) || seconds < firstSecond || seconds > lastSecond)
      throw new TypeError(`Timestamp seconds out of range: ${seconds}`);
    if (!Number.isInteger(nanoseconds) || nanoseconds < 0 || nanoseconds >= 1_000_000_000)
      throw new TypeError(`Timestamp nanoseconds out of range: ${nanoseconds}`);
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
  }

  static fromMillis(ms: number): Timestamp {
    const seconds = Math.floor(ms / 1000);
    return new Timestamp(seconds, Math.floor((ms - seconds * 1000) * nanosPerMilli));
  }

  toMillis(): number {
    return this.seconds * 1000 + this.nanoseconds / nanosPerMilli;
  }
}

export class GeoPoint {
  readonly latitude: number;
  readonly longitude: number;

  constructor(latitude: number, longitude: number) {
    if (!(latitude >= -90 && latitude <= 90))
      throw new TypeError(`Latitude must be from -90 to 90: ${latitude}`);
    if (!(longitude >= -180 && longitude <= 180))
      throw new TypeError(`Longitude must be from -180 to 180: ${longitude}`);
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A list of numbers for nearest-neighbour queries. */
export class Vector {
  readonly values: readonly number[];

  constructor(values: readonly number[]) {
    this.values = Object.freeze([...values]);
  }
}

/** A pointer to another document, stored as a value. */
export class DocRef {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/**
 * A number is an integer if it is a safe one, and a double if not. Numbers of other writers beyond that (64-bit integers, doubles with
 * integer values) are read as the nearest number.
 */
export type DocValue =
  | null
  | boolean
  | number
  | string
  | Timestamp
  | Uint8Array
  | GeoPoint
  | Vector
  | DocRef
  | readonly DocValue[]
  | { readonly [field: string]: DocValue };

/** The fields of one document. */
export interface DocData {
  readonly [field: string]: DocValue;
}

/** A change that the server works out from the value it holds. */
export class FieldOp {
  readonly op:
    | 'server-timestamp'
    | 'increment'
    | 'minimum'
    | 'maximum'
    | 'array-union'
    | 'array-remove'
    | 'delete';
  readonly operand: number | readonly DocValue[] | null;

  constructor(op: FieldOp['op'], operand: FieldOp['operand'] = null) {
    this.op = op;
    this.operand = operand;
  }
}

/** The time at which the server accepts the write. Until then it reads as the reader's `serverTimestamps` option says. */
export const serverTimestamp = (): FieldOp => new FieldOp('server-timestamp');
/**
 * Adds to a number; a field that holds none counts as 0. Whole numbers stay within 64 bits: at the edge the sum stands still.
 */
export const increment = (by: number): FieldOp => new FieldOp('increment', by);
/**
 * The smaller of the number that is stored and this one; a field that holds no number becomes this one. Where both are the same (0 and
 * -0 are), the stored one stays; of NaN and any number, NaN is the result.
 */
export const minimum = (number: number): FieldOp => new FieldOp('minimum', number);
/** The larger of the two, as `minimum` else. */
export const maximum = (number: number): FieldOp => new FieldOp('maximum', number);
/** Appends the values that the array does not hold yet (3 and 3.0 are the same, and so are NaN and NaN); a field that holds no array counts as an empty one. */
export const arrayUnion = (...values: readonly DocValue[]): FieldOp => new FieldOp('array-union', values);
/** Removes every occurrence of the values. */
export const arrayRemove = (...values: readonly DocValue[]): FieldOp => new FieldOp('array-remove', values);
/** Removes the field. Only in `update`, and in `set` with merge. */
export const deleteField = (): FieldOp => new FieldOp('delete');

export type WriteValue =
  | DocValue
  | FieldOp
  | readonly WriteValue[]
  | { readonly [field: string]: WriteValue };

export interface WriteData {
  readonly [field: string]: WriteValue;
}
