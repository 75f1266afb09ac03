/** Names of fields inside documents: `status`, `author.name`, ``labels.`a.b` ``. */

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
  for (const name of names) checkName(name);
  if (kept.size > 5000) kept.clear();
  kept.set(text, names);
  return names;
}

/** @throws TypeError for the name of a field that can't be stored */
export function checkName(name: string): void {
  if (name === '') throw new TypeError('A field’s name must not be empty.');
  if (isReservedName(name)) throw new TypeError(`A field must not be called “${name}”: it is reserved.`);
}

/** Reserved by the platform, for fields as for ids. */
export const isReservedName = (name: string): boolean =>
  name.length >= 4 && name.startsWith('__') && name.endsWith('__');

/** The text that `parseFieldPath` reads back as these names. */
export const formatFieldPath = (names: FieldPath): string =>
  names.map((name) => (simpleName.test(name) ? name : quote(name))).join('.');

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
