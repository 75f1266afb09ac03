/**
 * Values of the rules' language. Documents' values are used as they are: a number that is a safe integer is an int, every other
 * a float; what the language computes beside is boxed below.
 */
import { DocRef, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | Timestamp
  | Duration
  | Uint8Array
  | GeoPoint
  | Path
  | DocRef
  | Vector
  | ValueSet
  | MapDiff
  | Structure
  | readonly Value[]
  | ValueMap;

export interface ValueMap {
  readonly [key: string]: Value;
}

/** Result of an expression that can't be evaluated. Its text is computed on request. */
export class Failure {
  private readonly tell: () => string;

  constructor(tell: () => string) {
    this.tell = tell;
  }

  /** Clause with the reason: “there is no field x in {}”. */
  get problem(): string {
    return this.tell();
  }
}

export type Result = Value | Failure;

/** The whole request is refused, whatever else would allow it. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** A float that looks like an int: 2.0. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export const isInt = (value: number): boolean => Number.isSafeInteger(value) && !Object.is(value, -0);
export const float = (value: number): number | Float => (isInt(value) ? new Float(value) : value);

const nanosPerSecond = 1_000_000_000;

export class Duration {
  readonly seconds: number;
  /** Nanoseconds after the second below, as in a timestamp. */
  readonly nanoseconds: number;

  constructor(seconds: number, nanoseconds: number) {
    const carried = Math.floor(nanoseconds / nanosPerSecond);
    this.seconds = seconds + carried;
    this.nanoseconds = nanoseconds - carried * nanosPerSecond;
  }
}

/** A path: text, and places that `bind` fills. */
export class Path {
  readonly segments: readonly (string | { readonly name: string })[];
  /** Values bound to its places. */
  readonly bound: ReadonlyMap<string, Value>;

  constructor(segments: Path['segments'], bound: ReadonlyMap<string, Value> = new Map()) {
    this.segments = segments;
    this.bound = bound;
  }

  toString(): string {
    return this.segments
      .map((segment) => `/${typeof segment === 'string' ? segment : `$(${segment.name})`}`)
      .join('');
  }
}

const database = ['databases', '(default)', 'documents'];

/** The name of a document, whose path is relative to the database's documents. */
export const documentPath = (path: string): Path => new Path([...database, ...path.split('/')]);

/** Set without duplicates, in no particular order. */
export class ValueSet {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

export class MapDiff {
  readonly one: MapValue;
  readonly other: MapValue;

  constructor(one: MapValue, other: MapValue) {
    this.one = one;
    this.other = other;
  }
}

/** Map whose fields are computed on access: `request`, `resource` and their content. */
export abstract class Structure {
  abstract readonly names: readonly string[];
  /** Undefined when there is no such field. */
  abstract field(name: string): Value | undefined;
}

/** `{'key': value}`: keeps the order in which it is written. */
export class MapLiteralValue extends Structure {
  private readonly entries: ReadonlyMap<string, Value>;

  constructor(entries: ReadonlyMap<string, Value>) {
    super();
    this.entries = entries;
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  field(name: string): Value | undefined {
    return this.entries.get(name);
  }
}

export type MapValue = ValueMap | Structure;

export const keysOf = (map: MapValue): readonly string[] =>
  map instanceof Structure ? map.names : Object.keys(map);

/** Undefined when there is no such field. A reference is the path of its document. */
export function fieldOf(map: MapValue, name: string): Value | undefined {
  const value = map instanceof Structure ? map.field(name) : Object.hasOwn(map, name) ? map[name] : undefined;
  return value instanceof DocRef ? documentPath(value.path) : value;
}

/** The value if it is a map. */
export const asMap = (value: Value): MapValue | null =>
  typeof value === 'object' && value !== null && typeOfObject(value) === 'map' ? (value as MapValue) : null;

export type TypeName =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'set'
  | 'map_diff'
  | 'path'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'vector';

export function typeOf(value: Value): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return isInt(value) ? 'int' : 'float';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    default:
      return value === null ? 'null' : typeOfObject(value);
  }
}

function typeOfObject(value: object): TypeName {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Path || value instanceof DocRef) return 'path';
  if (value instanceof ValueSet) return 'set';
  if (value instanceof Float) return 'float';
  if (value instanceof Duration) return 'duration';
  if (value instanceof GeoPoint) return 'latlng';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof MapDiff) return 'map_diff';
  if (value instanceof Vector) return 'vector';
  return 'map';
}
