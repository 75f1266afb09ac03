/** Source text, one token at a time. Paths are read by the parser's wish: only it knows where a slash begins one. */
import { RulesError } from './rules-error.ts';
import { type Quoted, quotedAt } from './string-literal.ts';
import type { PatternSegment, Span } from './syntax.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'mark' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Content of a string token. */
  readonly quoted: Quoted | null;
}

const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const twoSigns = new Set(['||', '&&', '==', '!=', '<=', '>=']);
const oneSign = new Set('-<>+*/%!?:;,.()[]{}=$');
const pathText = /(?:[\p{L}\p{N}_.~@%-]|\([\w-]+\))+/uy;
const wildcard = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(=\s*\*\*)?\s*\}/y;

export class Scanner {
  readonly source: string;
  token: Token;
  /** End of the previous token. */
  lastEnd = 0;
  private readonly lineStarts: readonly number[];

  constructor(source: string) {
    this.source = source;
    this.lineStarts = lineStartsOf(source);
    this.token = this.scan(0);
  }

  next(): Token {
    const { token } = this;
    this.lastEnd = token.end;
    this.token = this.scan(token.end);
    return token;
  }

  span(start: number, end = this.lastEnd): Span {
    return { start, end, ...this.place(start) };
  }

  place(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }

  fail(message: string, offset = this.token.start): never {
    throw new RulesError({ ...this.place(offset), message });
  }

  /** The pattern of a match, from the slash that is the token now. */
  pattern(): PatternSegment[] {
    const segments: PatternSegment[] = [];
    let at = this.token.start;
    while (this.source[at] === '/') {
      at++;
      const text = this.text(pathText, at);
      const found = text === null ? matchAt(wildcard, this.source, at) : null;
      if (text !== null) segments.push({ kind: 'literal', text });
      else if (found) segments.push({ kind: found[2] ? 'rest' : 'one', name: found[1] ?? '' });
      else this.fail('Write a name, {wildcard} or {wildcard=**} after the slash.', at);
      at += text?.length ?? found?.[0].length ?? 0;
    }
    this.goOn(at);
    return segments;
  }

  /** Reads a path in an expression, from the slash that is the token now; `embedded` reads the content of `$( )`. */
  path<T>(embedded: () => T): (string | T)[] {
    const segments: (string | T)[] = [];
    let at = this.token.start;
    while (this.source[at] === '/') {
      at++;
      if (this.source.startsWith('$(', at)) {
        this.goOn(at + 2);
        segments.push(embedded());
        if (this.token.text !== ')') this.fail('Close the expression in the path with ).');
        at = this.token.end;
        continue;
      }
      const quoted = quotedAt(this.source, at);
      const text = quoted ? null : this.text(pathText, at);
      if (text === null && typeof quoted?.value !== 'string')
        this.fail('Write a name or $(expression) after the slash of a path.', at);
      segments.push(typeof quoted?.value === 'string' ? quoted.value : (text ?? ''));
      at = quoted?.end ?? at + (text?.length ?? 0);
    }
    this.goOn(at);
    if (this.token.text === '(')
      this.fail('Put the path in parentheses to call a method of it: (/a/b).bind(…).');
    return segments;
  }

  private goOn(at: number): void {
    this.lastEnd = at;
    this.token = this.scan(at);
  }

  private text(pattern: RegExp, at: number): string | null {
    return matchAt(pattern, this.source, at)?.[0] ?? null;
  }

  private scan(from: number): Token {
    const { source } = this;
    const start = blankEnd(source, from);
    if (start >= source.length) return this.made('end', start, '');
    const code = source.charCodeAt(start);
    if (startsName(code)) {
      // b'…' are bytes.
      const quoted = code === 0x62 || code === 0x42 ? this.quoted(start) : null;
      return quoted ?? this.made('name', start, source.slice(start, nameEnd(source, start)));
    }
    if (isDigit(code) || (code === dot && isDigit(source.charCodeAt(start + 1))))
      return this.made('number', start, this.text(number, start) ?? '');
    if (code === doubleQuote || code === quote) return this.quoted(start) ?? this.unknown(start);
    const two = source.slice(start, start + 2);
    if (twoSigns.has(two)) return this.made('mark', start, two);
    const one = two.charAt(0);
    if (!oneSign.has(one) || two === '/*') return this.unknown(start);
    return this.made('mark', start, one);
  }

  private quoted(start: number): Token | null {
    const found = quotedAt(this.source, start);
    if (!found) return null;
    if (found.problem !== null) this.fail(found.problem, found.end);
    return this.made('string', start, this.source.slice(start, found.end), found);
  }

  private unknown(start: number): never {
    return this.fail(unknownAt(this.source, start), start);
  }

  private made(kind: Token['kind'], start: number, text: string, quoted: Quoted | null = null): Token {
    return { kind, text, quoted, start, end: start + text.length };
  }
}

const dot = 0x2e;
const quote = 0x27;
const doubleQuote = 0x22;
const slash = 0x2f;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const startsName = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;

function nameEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && (startsName(source.charCodeAt(at)) || isDigit(source.charCodeAt(at)))) at++;
  return at;
}

/** End of white space and comments. An unclosed comment is left for the parser. */
function blankEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code <= 0x20 || code === 0xa0 || code === 0xfeff) at++;
    else if (code === slash && source.charCodeAt(at + 1) === slash) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else if (code === slash && source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      if (end < 0) return at;
      at = end + 2;
    } else break;
  }
  return at;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function unknownAt(source: string, at: number): string {
  const sign = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (sign === '&' || sign === '|') return `Write ${sign}${sign}: there is no single ${sign}.`;
  if (source.startsWith('/*', at)) return 'Close the comment with */.';
  return `“${sign}” means nothing here: remove it.`;
}

function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
