/** Regular expressions in RE2's syntax, as the language has them, for the engine that JavaScript has. */
import { Failure } from './values.ts';

const mostKept = 1000;
const mostRepeats = 1000;
const known = new Map<string, Pattern | Failure>();

export interface Pattern {
  /** Matches the whole text. */
  readonly whole: RegExp;
  /** Matches everywhere in the text; its groups are those of the source. */
  readonly every: RegExp;
}

export function patternOf(source: string): Pattern | Failure {
  const found = known.get(source);
  if (found) return found;
  const made = compiled(source);
  if (known.size >= mostKept) known.delete(known.keys().next().value ?? '');
  known.set(source, made);
  return made;
}

function compiled(source: string): Pattern | Failure {
  try {
    const { text, flags } = new Translator(source);
    return { whole: new RegExp(`^(?:${text})$`, `u${flags}`), every: new RegExp(text, `gu${flags}`) };
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : 'it is not well formed';
    return new Failure(() => `'${source}' is no regular expression of RE2: ${why}`);
  }
}

class Unreadable extends Error {}

const posix: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
const space = '\\t\\n\\f\\r ';
const sameEscapes = 'dDwWbBnrtfv';
const syntax = '^$\\.*+?()[]{}|/';

class Translator {
  readonly text: string;
  readonly flags: string;
  private readonly source: string;
  private at = 0;
  private dotAll: boolean;

  constructor(source: string) {
    this.source = source;
    const leading = /^\(\?([ims]+)\)/.exec(source);
    this.flags = [...new Set(leading?.[1] ?? '')].filter((flag) => flag !== 's').join('');
    this.dotAll = leading?.[1]?.includes('s') ?? false;
    this.at = leading?.[0].length ?? 0;
    let text = '';
    while (this.at < source.length) text += this.piece();
    this.text = text;
  }

  private piece(): string {
    const sign = this.source[this.at] ?? '';
    switch (sign) {
      case '\\':
        return this.escape(false);
      case '[':
        return this.set();
      case '(':
        return this.group();
      case '{':
        return this.repeat();
      case '.':
        this.at++;
        return this.dotAll ? '[^]' : '[^\\n]';
      case '}':
      case ']':
      case '/':
        this.at++;
        return `\\${sign}`;
      default:
        this.at++;
        return sign;
    }
  }

  private group(): string {
    const opening = this.take(/\((?:\?(?:P?<[A-Za-z]\w*>|[ims]*(?:-[ims]+)?:|P?[^]{0,2}))?/y);
    if (opening === '(' || /^\(\?P?<[A-Za-z]/.test(opening)) return '(';
    if (opening === '(?:') return opening;
    if (/^\(\?[ims-]+:$/.test(opening)) return opening;
    throw new Unreadable(`${opening} is not supported`);
  }

  private repeat(): string {
    const found = this.take(/\{\d+(?:,\d*)?\}/y);
    if (found === '') {
      this.at++;
      return '\\{';
    }
    if ((found.match(/\d+/g) ?? []).some((count) => Number(count) > mostRepeats))
      throw new Unreadable(`${found} repeats more than ${mostRepeats} times`);
    return found;
  }

  private escape(inSet: boolean): string {
    const sign = this.source[this.at + 1] ?? '';
    const property = this.take(/\\[pP](?:[A-Z]|\{\^?\w+\})/y);
    if (property) return propertyOf(property);
    const code = this.take(/\\x(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]{1,6}\})/y);
    if (code) return code.includes('{') ? code.replace('x', 'u') : code;
    const octal = this.take(/\\[0-7]{2,3}|\\0/y);
    if (octal) return `\\u{${Number.parseInt(octal.slice(1), 8).toString(16)}}`;
    const quoted = this.take(/\\Q[^]*?(?:\\E|$)/y);
    if (quoted) return literal(quoted.replace(/^\\Q|\\E$/g, ''), inSet);
    this.at += 2;
    if (sign === 's') return inSet ? space : `[${space}]`;
    if (sign === 'S') return inSet ? '\\S' : `[^${space}]`;
    if (sign === 'A' && !inSet) return '(?<![^])';
    if (sign === 'z' && !inSet) return '(?![^])';
    if (sign === 'a') return '\\x07';
    if (sameEscapes.includes(sign) && sign !== '' && !(inSet && /b/i.test(sign))) return `\\${sign}`;
    if (sign === '' || /[A-Za-z0-9]/.test(sign)) throw new Unreadable(`\\${sign} means nothing`);
    return literal(sign, inSet);
  }

  private set(): string {
    let text = this.take(/\[\^?/y);
    if (this.source[this.at] === ']') {
      text += '\\]';
      this.at++;
    }
    while (this.at < this.source.length && this.source[this.at] !== ']') {
      const named = /^\[:(\^?)(\w+):\]$/.exec(this.take(/\[:\^?\w+:\]/y));
      if (named) text += posixOf(named[2] ?? '', named[1] === '^');
      else if (this.source[this.at] === '\\') text += this.escape(true);
      else {
        const sign = this.source[this.at++] ?? '';
        text += sign === '[' ? '\\[' : sign;
      }
    }
    if (this.source[this.at] !== ']') throw new Unreadable('a [ is not closed');
    this.at++;
    return `${text}]`;
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

const literal = (text: string, inSet: boolean) =>
  Array.from(text, (sign) => (syntax.includes(sign) || (inSet && sign === '-') ? `\\${sign}` : sign)).join(
    '',
  );

function posixOf(name: string, negated: boolean): string {
  const set = posix[name];
  if (set === undefined || negated) throw new Unreadable(`[:${negated ? '^' : ''}${name}:] is not supported`);
  return set;
}

/** A single letter or two are general categories, longer names scripts. */
function propertyOf(text: string): string {
  const name = text.slice(2).replace(/[{}^]/g, '');
  const negated = (text[1] === 'P') !== text.includes('^');
  return `\\${negated ? 'P' : 'p'}{${name.length > 2 ? `Script=${name}` : name}}`;
}
