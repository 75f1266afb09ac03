/** An expression's text, one token at a time. */
import { ExpressionError } from './syntax.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'pattern' | 'sign' | 'end';
  /** Text of the token: of a string its content, of a pattern the part between the slashes. */
  readonly text: string;
  /** Flags of a pattern. */
  readonly flags: string;
  readonly start: number;
  readonly end: number;
}

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const name = /[A-Za-z_$][\w$]*/y;
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const sign = /===|!==|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:,.()[\]]/y;
const pattern = /\/((?:\\.|\[(?:\[:\^?\w+:\]|\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([A-Za-z]*)/y;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};

/** Brackets, signs and choices within each other. */
const deepest = 100;

export class Scanner {
  private readonly source: string;
  private depth = 0;
  token: Token;
  /** End of the previous token. */
  lastEnd = 0;

  constructor(source: string) {
    this.source = source;
    this.token = this.scan(0, true);
  }

  /** Takes the token. A slash after it begins a pattern where a value may stand. */
  next(): Token {
    const { token } = this;
    this.lastEnd = token.end;
    const afterValue =
      token.kind === 'sign' ? token.text === ')' || token.text === ']' : token.kind !== 'end';
    this.token = this.scan(token.end, !afterValue);
    return token;
  }

  is(...signs: readonly string[]): boolean {
    return this.token.kind === 'sign' && signs.includes(this.token.text);
  }

  take(wanted: string): void {
    if (!this.is(wanted)) throw new ExpressionError(this.token.start, `${wanted} must stand here.`);
    this.next();
  }

  /** Reads a nested part. @throws ExpressionError where it is nested too deep */
  deeper<T>(read: (scanner: Scanner) => T): T {
    this.depth++;
    if (this.depth > deepest)
      throw new ExpressionError(
        this.token.start,
        `A rule is nested at most ${deepest} levels deep: write it with fewer brackets.`,
      );
    const found = read(this);
    this.depth--;
    return found;
  }

  private scan(from: number, value: boolean): Token {
    const start = from + (this.match(space, from)?.[0].length ?? 0);
    const letter = this.source[start];
    if (letter === undefined) return token('end', '', start, start);
    if (letter === '"' || letter === "'") return this.string(start, letter);
    const found = value ? this.match(pattern, start) : null;
    if (found)
      return { ...token('pattern', found[1] ?? '', start, start + found[0].length), flags: found[2] ?? '' };
    for (const [kind, expression] of [
      ['name', name],
      ['number', number],
      ['sign', sign],
    ] as const) {
      const text = this.match(expression, start)?.[0];
      if (text !== undefined) return token(kind, text, start, start + text.length);
    }
    throw new ExpressionError(start, `The language of rules has no ${letter} here.`);
  }

  private string(start: number, quote: string): Token {
    let text = '';
    let at = start + 1;
    while (this.source[at] !== quote) {
      const letter = this.source[at];
      if (letter === undefined) throw new ExpressionError(start, 'This text has no end.');
      if (letter === '\\') {
        at++;
        const escaped = this.source[at] ?? '';
        const code = /^(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(this.source.slice(at, at + 5));
        if (code) at += code[0].length - 1;
        text += code
          ? String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16))
          : (escapes[escaped] ?? escaped);
      } else text += letter;
      at++;
    }
    return token('string', text, start, at + 1);
  }

  private match(expression: RegExp, at: number): RegExpExecArray | null {
    expression.lastIndex = at;
    return expression.exec(this.source);
  }
}

const token = (kind: Token['kind'], text: string, start: number, end: number): Token => ({
  kind,
  text,
  flags: '',
  start,
  end,
});
