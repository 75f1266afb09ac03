/** Parser of expressions, with the language's precedence. */
import type { Scanner } from './scanner.ts';
import type { BinaryOperator, Expression, Span } from './syntax.ts';

/** Parentheses and the like within each other, as deep as the hosted language takes them. */
const deepestNesting = 97;
/** Beyond this nothing could be evaluated within the limit of a request. */
const deepest = 1000;

/** Operators from the loosest to the tightest. */
const precedence: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ['in', 4],
  ['is', 4],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
]);

const largest = 2n ** 63n - 1n;
const constants: Readonly<Record<string, null | boolean>> = { null: null, true: true, false: false };

export class ExpressionReader {
  private readonly scanner: Scanner;
  private nesting = 0;
  /** Nesting depth of the expression read last. */
  private depth = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  read(): Expression {
    this.nesting++;
    if (this.nesting > deepestNesting + 1)
      this.scanner.fail('This is nested too deeply: move parts of it into functions.');
    const expression = this.ternary();
    this.nesting--;
    return expression;
  }

  private ternary(): Expression {
    const { start } = this.scanner.token;
    const test = this.binary(1);
    if (!this.took('?')) return test;
    let { depth } = this;
    const yes = this.read();
    depth = Math.max(depth, this.depth);
    this.expect(':', 'Write : and the value for the other case.');
    const no = this.read();
    return this.made({ kind: 'ternary', at: this.since(start), test, yes, no }, depth);
  }

  private binary(least: number): Expression {
    const { start } = this.scanner.token;
    let left = this.unary();
    for (;;) {
      const operator = this.scanner.token.text;
      const tightness = this.scanner.token.kind === 'string' ? undefined : precedence.get(operator);
      if (tightness === undefined || tightness < least) return left;
      this.scanner.next();
      const { depth } = this;
      if (operator === 'is') {
        const type = this.name('Write a type after is, such as string.');
        left = this.made({ kind: 'is', at: this.since(start), value: left, type }, depth);
        continue;
      }
      const right = this.binary(tightness + 1);
      left = this.made(
        { kind: 'binary', at: this.since(start), operator: operator as BinaryOperator, left, right },
        depth,
      );
    }
  }

  private unary(): Expression {
    const { start, kind, text } = this.scanner.token;
    if (kind !== 'mark' || (text !== '!' && text !== '-')) return this.postfix();
    this.scanner.next();
    if (text === '-' && this.scanner.token.kind === 'number')
      return this.after(start, this.number(start, true));
    this.nesting++;
    if (this.nesting > deepestNesting + 1) this.scanner.fail('Too many signs in a row: remove some.');
    const operand = this.unary();
    this.nesting--;
    return this.made({ kind: 'unary', at: this.since(start), operator: text, operand }, 0);
  }

  private postfix(): Expression {
    const { start } = this.scanner.token;
    return this.after(start, this.primary());
  }

  /** `.name`, `.name(…)`, `[i]` and `[i:j]`, as many as there are. */
  private after(start: number, first: Expression): Expression {
    let target = first;
    for (;;) {
      if (this.took('.')) {
        const name = this.name('Write the name of a field or method after the dot.');
        const { depth } = this;
        if (this.took('(')) {
          const args = this.list(')');
          target = this.made({ kind: 'method', at: this.since(start), target, name, args }, depth);
        } else target = this.made({ kind: 'member', at: this.since(start), target, name }, depth);
      } else if (this.took('[')) {
        target = this.indexed(start, target);
      } else return target;
    }
  }

  private indexed(start: number, target: Expression): Expression {
    let { depth } = this;
    const index = this.read();
    if (!this.took(':')) {
      this.expect(']', 'Close the index with ].');
      return this.made({ kind: 'index', at: this.since(start), target, index }, depth);
    }
    depth = Math.max(depth, this.depth);
    const to = this.read();
    this.expect(']', 'Close the range with ].');
    return this.made({ kind: 'range', at: this.since(start), target, from: index, to }, depth);
  }

  private primary(): Expression {
    const { start, kind, text, quoted } = this.scanner.token;
    this.depth = 0;
    if (kind === 'number') return this.number(start, false);
    if (quoted) {
      this.scanner.next();
      return { kind: 'literal', at: this.since(start), value: quoted.value, float: false };
    }
    if (kind === 'name') return this.named(start, this.scanner.next().text);
    if (text === '/') return this.path(start);
    if (this.took('(')) {
      const inner = this.read();
      this.expect(')', 'Close the parenthesis with ).');
      return inner;
    }
    if (this.took('[')) {
      const items = this.list(']');
      return this.made({ kind: 'list', at: this.since(start), items }, 0);
    }
    if (this.took('{')) return this.map(start);
    return this.scanner.fail(
      kind === 'end' ? 'The file ends where a value is needed.' : `Write a value here instead of ${text}.`,
    );
  }

  private named(start: number, name: string): Expression {
    if (this.took('(')) {
      const args = this.list(')');
      return this.made({ kind: 'call', at: this.since(start), name, args }, 0);
    }
    if (Object.hasOwn(constants, name))
      return { kind: 'literal', at: this.since(start), value: constants[name] ?? null, float: false };
    return { kind: 'variable', at: this.since(start), name };
  }

  private number(start: number, negative: boolean): Expression {
    const { text } = this.scanner.token;
    const float = /[.eE]/.test(text);
    const value = float ? Number(text) : BigInt(text);
    if (typeof value === 'bigint' && value > largest + (negative ? 1n : 0n))
      this.scanner.fail('This is more than an integer of 64 bits holds: write it as a float.');
    this.scanner.next();
    this.depth = 0;
    const signed = negative ? -value : value;
    const small = typeof signed === 'number' || Number.isSafeInteger(Number(signed));
    return { kind: 'literal', at: this.since(start), value: small ? Number(signed) : signed, float };
  }

  private path(start: number): Expression {
    let depth = 0;
    const segments = this.scanner.path(() => {
      const segment = this.read();
      depth = Math.max(depth, this.depth);
      return segment;
    });
    return this.made({ kind: 'path', at: this.since(start), segments }, depth);
  }

  private map(start: number): Expression {
    const entries: { key: Expression; value: Expression }[] = [];
    let depth = 0;
    while (!this.took('}')) {
      const key = this.read();
      depth = Math.max(depth, this.depth);
      this.expect(':', 'Write : and a value after the key.');
      entries.push({ key, value: this.read() });
      depth = Math.max(depth, this.depth);
      if (!this.took(',') && this.scanner.token.text !== '}') this.scanner.fail('Close the map with }.');
    }
    return this.made({ kind: 'map', at: this.since(start), entries }, depth);
  }

  private list(close: string): Expression[] {
    const items: Expression[] = [];
    let depth = 0;
    while (!this.took(close)) {
      items.push(this.read());
      depth = Math.max(depth, this.depth);
      if (!this.took(',') && this.scanner.token.text !== close)
        this.scanner.fail(`Separate with a comma, or close with ${close}`);
    }
    this.depth = depth;
    return items;
  }

  /** `besides`: how deep the parts are that were read before the last. */
  private made<E extends Expression>(expression: E, besides: number): E {
    this.depth = Math.max(this.depth, besides) + 1;
    if (this.depth > deepest) this.scanner.fail('This is too long: move parts of it into functions.');
    return expression;
  }

  private since(start: number): Span {
    return this.scanner.span(start);
  }

  private took(text: string): boolean {
    const { token } = this.scanner;
    if (token.text !== text || token.kind !== 'mark') return false;
    this.scanner.next();
    return true;
  }

  private expect(text: string, message: string): void {
    if (!this.took(text)) this.scanner.fail(message);
  }

  private name(message: string): string {
    if (this.scanner.token.kind !== 'name') this.scanner.fail(message);
    return this.scanner.next().text;
  }
}
