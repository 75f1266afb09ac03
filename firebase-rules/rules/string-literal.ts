/** String literals: 'text', "text" and b'bytes'. Escapes are the few that the language knows. */
import { utf8 } from './utf8.ts';

export interface Quoted {
  readonly value: string | Uint8Array;
  /** Behind the closing quote, or where the problem is. */
  readonly end: number;
  readonly problem: string | null;
}

const opening = /([bB]?)(["'])/y;

const textEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};
const byteEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '\\': '\\',
  "'": "'",
  '"': '"',
};
const codedByte = /x([0-9a-fA-F]{2})|([0-3][0-7]{2})/y;

/** The literal that begins here, or null when none does. */
export function quotedAt(source: string, start: number): Quoted | null {
  opening.lastIndex = start;
  const found = opening.exec(source);
  if (!found) return null;
  const [whole, prefix = '', quote = ''] = found;
  const bytes = prefix !== '';
  const first = start + whole.length;
  const close = source.indexOf(quote, first);
  const plain = close < 0 ? '\\' : source.slice(first, close);
  if (!bytes && !/[\\\n]/.test(plain)) return { value: plain, end: close + 1, problem: null };
  const parts: (string | number)[] = [];
  let at = first;
  while (at < source.length && source[at] !== quote && source[at] !== '\n') {
    const escape = source[at] === '\\' ? escapeAt(source, at + 1, bytes) : null;
    if (escape?.part === null) return { value: '', end: at, problem: unknownEscape(source[at + 1] ?? '') };
    parts.push(escape?.part ?? source[at] ?? '');
    at += escape ? escape.length + 1 : 1;
  }
  if (source[at] !== quote)
    return { value: '', end: start, problem: `Close the string with ${quote}, on the same line.` };
  return { value: bytes ? bytesOf(parts) : parts.join(''), end: at + 1, problem: null };
}

/** Value of an escape: text, or one byte; null for an unknown escape. */
function escapeAt(
  source: string,
  at: number,
  bytes: boolean,
): { part: string | number | null; length: number } {
  const sign = source[at] ?? '';
  const known = bytes ? byteEscapes : textEscapes;
  if (Object.hasOwn(known, sign)) return { part: known[sign] ?? null, length: 1 };
  codedByte.lastIndex = at;
  const found = bytes ? codedByte.exec(source) : null;
  if (!found) return { part: null, length: 1 };
  const [whole, hex, octal = ''] = found;
  return {
    part: hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16),
    length: whole.length,
  };
}

const unknownEscape = (sign: string) =>
  `There is no escape \\${sign.trim()}: write \\\\ for a backslash, as in '[a-z]+\\\\.com'.`;

function bytesOf(parts: readonly (string | number)[]): Uint8Array {
  const bytes: number[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      bytes.push(...utf8(text), part);
      text = '';
    }
  }
  return new Uint8Array([...bytes, ...utf8(text)]);
}
