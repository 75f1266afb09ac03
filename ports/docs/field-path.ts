/** Names of fields inside documents: `status`, `author.name`, ``labels.`a.b` ``. */
import { type ArgumentLimits, widestLimits } from './limits.ts';
import { exceeds, isReservedName } from './paths.ts';

/** The names from the outside in. Never empty. */
export type FieldPath = readonly string[];

const simpleName = /^[A-Za-z_][A-Za-z0-9_]*$/u;
/** Unquoted, a name may hold anything that does not look like an expression; what is stored decides the rest. */
const forbiddenUnquoted = /[~*/[\]]/u;
const kept = new Map<string, FieldPath>();

/** @throws TypeError for an empty name, an open quote, or a name that needs quotes and has none */
export function parseFieldPath(text: unknown): FieldPath {
  if (typeof text !== 'string') throw new TypeError('A field must be named by a string.');
  const known = kept.get(text);
  if (known) return known;
  const names = Object.freeze(split(text));
  for (const name of names) checkFieldName(name, widestLimits);
  if (kept.size > 5000) kept.clear();
  kept.set(text, names);
  return names;
}

/** The same, but a text that is longer than a provider takes is neither read nor kept. */
export function fieldPathWithin({ fieldPathBytes }: ArgumentLimits, text: unknown): FieldPath {
  if (typeof text === 'string' && exceeds(text, fieldPathBytes))
    throw new TypeError(`A field’s path must be at most ${fieldPathBytes} bytes long.`);
  return parseFieldPath(text);
}

/** @throws TypeError for a field name that can't be stored */
export function checkFieldName(name: string, { fieldPathBytes }: ArgumentLimits): void {
  if (typeof name !== 'string') throw new TypeError('A field’s name must be a string.');
  if (name === '') throw new TypeError('A field’s name must not be empty.');
  if (isReservedName(name)) throw new TypeError(`A field must not be called “${name}”: it is reserved.`);
  if (exceeds(name, fieldPathBytes))
    throw new TypeError(`A field’s name must be at most ${fieldPathBytes} bytes long.`);
}

/** The text that `parseFieldPath` reads back as these names. */
export const formatFieldPath = (names: FieldPath): string =>
  names.map((name) => (simpleName.test(name) ? name : quote(name))).join('.');

/** Order of fields that a query implies: name by name from the outside in, each by its UTF-8 bytes. */
export function compareFieldPaths(one: FieldPath, other: FieldPath): number {
  for (const [at, name] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    const order = compareNames(name, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** By code points, which is the order of the bytes; UTF-16 has surrogates before what follows them. */
function compareNames(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((letter, index) => letter !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}

const quote = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

function split(text: string): string[] {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    const { name, end } = text[at] === '`' ? quoted(text, at) : plain(text, at);
    names.push(name);
    if (end === text.length) return names;
    if (text[end] !== '.') throw new TypeError(`The field “${text}” has a quote in the middle of a name.`);
    at = end + 1;
  }
}

function plain(text: string, start: number): { name: string; end: number } {
  const dot = text.indexOf('.', start);
  const end = dot < 0 ? text.length : dot;
  const name = text.slice(start, end);
  if (name === '') throw new TypeError(`The field “${text}” has an empty name in it.`);
  if (name.includes('`')) throw new TypeError(`The field “${text}” has a quote in the middle of a name.`);
  if (forbiddenUnquoted.test(name))
    throw new TypeError(`The field “${text}” holds characters that need backticks around the name.`);
  return { name, end };
}

function quoted(text: string, start: number): { name: string; end: number } {
  let name = '';
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at];
    if (letter === '`') return { name, end: at + 1 };
    if (letter === '\\') at++;
    name += text[at] ?? '';
  }
  throw new TypeError(`The field “${text}” has a backtick that is not closed.`);
}
