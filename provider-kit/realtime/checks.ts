/** Argument checks of the realtime port, the same for every provider and made before any effect. */
import type { Edge, NormalQuery } from '#ports/realtime/normal-query.ts';
import type { RangeBound, Priority, RealtimeQuery } from '#ports/realtime/realtime.ts';
import { utf8Length } from '../utf8.ts';

const maxDepth = 32;
/** With a slash before each key. */
const maxPathBytes = 768;
const maxStringBytes = 10 * 1024 * 1024;

/** The keys of a path; none for the root. @throws TypeError */
export function pathKeys(path: string): readonly string[] {
  if (typeof path !== 'string') throw new TypeError('A path must be a string.');
  if (path === '') return [];
  const keys = path.split('/');
  for (const key of keys) checkKey(key);
  if (keys.length > maxDepth) throw new TypeError(`A path has at most ${maxDepth} levels: ${path}`);
  if (pathBytes(keys) > maxPathBytes)
    throw new TypeError(`A path has at most ${maxPathBytes} bytes: ${path}`);
  return keys;
}

/** @throws TypeError */
function checkKey(key: string): void {
  if (key === '' || holdsForbidden(key))
    throw new TypeError(`A key holds none of . # $ / [ ] and no control characters: ${JSON.stringify(key)}`);
}

const forbidden: ReadonlySet<number> = new Set([...'.#$/[]\u007f'].map((letter) => letter.charCodeAt(0)));
const firstPrintable = 0x20;

function holdsForbidden(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    if (unit < firstPrintable || forbidden.has(unit)) return true;
  }
  return false;
}

/** @throws TypeError for what the tree can't hold at this place: `undefined`, NaN, functions, bad keys, … */
export function checkValue(value: unknown, keys: readonly string[]): void {
  checkAt(value, keys.length, pathBytes(keys));
}

/** `bytes`: of the path to it. */
function checkAt(value: unknown, depth: number, bytes: number): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') {
    if (value.length * 3 > maxStringBytes && utf8Length(value) > maxStringBytes)
      throw new TypeError('A text has at most 10 MiB.');
    return;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('A number must be finite.');
    return;
  }
  if (typeof value !== 'object')
    throw new TypeError(`A value must be made of JSON; it holds ${typeof value}.`);
  if ('.sv' in value) return checkServerValue(value);
  if (depth >= maxDepth) throw new TypeError(`The tree has at most ${maxDepth} levels.`);
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new TypeError('A value must be made of JSON; it holds an object of a class.');
  for (const [key, inner] of Object.entries(value)) {
    checkKey(key);
    const below = bytes + 1 + utf8Length(key);
    if (below > maxPathBytes)
      throw new TypeError(`A path has at most ${maxPathBytes} bytes, with the keys in a value.`);
    checkAt(inner, depth + 1, below);
  }
}

function checkServerValue(value: object): void {
  const { '.sv': wanted } = value as { readonly '.sv': unknown };
  if (Object.keys(value).length === 1) {
    if (wanted === 'timestamp') return;
    if (typeof wanted === 'object' && wanted !== null && 'increment' in wanted)
      if (Number.isFinite(wanted.increment) && Object.keys(wanted).length === 1) return;
  }
  throw new TypeError(`There is no such server value: ${JSON.stringify(value)}`);
}

/** @throws TypeError */
export function checkPriority(priority: Priority | undefined): void {
  if (priority === undefined || priority === null || typeof priority === 'string') return;
  if (typeof priority !== 'number' || !Number.isFinite(priority))
    throw new TypeError('A priority must be a text, a finite number or null.');
}

/**
 * The values of an update by their absolute path. None lies within another.
 * @throws TypeError
 */
export function checkUpdate<T>(
  path: string,
  values: Readonly<Record<string, T>>,
): ReadonlyMap<readonly string[], T> {
  if (typeof values !== 'object' || values === null)
    throw new TypeError('An update needs an object of values.');
  const base = pathKeys(path);
  const patches = new Map<readonly string[], T>();
  const whole = new Set<string>();
  for (const [relative, value] of Object.entries(values)) {
    if (relative === '') throw new TypeError('An update names paths below its own.');
    const keys = pathKeys([...base, ...pathKeys(relative)].join('/'));
    checkValue(value, keys);
    patches.set(keys, value);
    whole.add(keys.join('/'));
  }
  for (const keys of patches.keys())
    for (let length = 1; length < keys.length; length++)
      if (whole.has(keys.slice(0, length).join('/')))
        throw new TypeError(`An update can’t name ${keys.slice(0, length).join('/')} and what lies in it.`);
  return patches;
}

/** @throws TypeError for parts that contradict each other */
export function normalQuery(target: string | RealtimeQuery): NormalQuery {
  if (typeof target === 'string')
    return { keys: pathKeys(target), orderBy: 'priority', start: null, end: null, limit: null };
  const { path, orderBy = 'priority', limitToFirst, limitToLast } = target;
  const starts = edges(target.startAt, target.startAfter, target.equalTo);
  const ends = edges(target.endAt, target.endBefore, target.equalTo);
  if (limitToFirst !== undefined && limitToLast !== undefined)
    throw new TypeError('A query is limited to its first or to its last children, not to both.');
  const count = limitToFirst ?? limitToLast;
  if (count !== undefined && (!Number.isSafeInteger(count) || count < 1))
    throw new TypeError('A limit must be a whole number above 0.');
  for (const edge of [starts, ends]) checkEdge(orderBy, edge);
  return {
    keys: pathKeys(path),
    orderBy: typeof orderBy === 'object' ? { child: childKeys(orderBy.child) } : orderBy,
    start: starts,
    end: ends,
    limit: count === undefined ? null : { count, from: limitToFirst === undefined ? 'last' : 'first' },
  };
}

function childKeys(child: string): readonly string[] {
  if (child === '') throw new TypeError('Order by the value itself with "value".');
  return pathKeys(child);
}

function edges(
  at: RangeBound | undefined,
  beyond: RangeBound | undefined,
  equal: RangeBound | undefined,
): Edge | null {
  const given = [at, beyond, equal].filter((bound) => bound !== undefined);
  if (given.length > 1) throw new TypeError('Each end of a range can be given once.');
  const [bound] = given;
  return bound ? { value: bound.value, key: bound.key ?? null, inclusive: beyond === undefined } : null;
}

function checkEdge(orderBy: RealtimeQuery['orderBy'], edge: Edge | null): void {
  if (!edge) return;
  if (edge.value !== null && typeof edge.value === 'object')
    throw new TypeError('A bound must be a plain value.');
  if (edge.value === undefined) throw new TypeError('A bound needs a value; null is one.');
  if (edge.key !== null) checkKey(edge.key);
  if (orderBy === 'key' && (typeof edge.value !== 'string' || edge.key !== null))
    throw new TypeError('Ordered by key, a bound’s value is the key.');
  if (orderBy === 'priority' && typeof edge.value === 'boolean')
    throw new TypeError('Ordered by priority, a bound is a priority.');
}

const pathBytes = (keys: readonly string[]) => keys.reduce((sum, key) => sum + 1 + utf8Length(key), 0);
