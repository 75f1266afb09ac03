/** The text of a rule's expression, read. The operators bind as in JavaScript. */
import { Scanner } from './scanner.ts';
import { type BinaryOperator, type Expression, ExpressionError, partsOf } from './syntax.ts';

/** Most operators in a chain: `a || b || c` is an expression within another. */
const longestChain = 1000;

/** Operators by precedence: those of one line bind alike, later lines bind tighter. */
const binding: readonly (readonly BinaryOperator[])[] = [
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** @throws ExpressionError */
export function parseExpression(source: string): Expression {
  const scanner = new Scanner(source);
  const expression = choice(scanner);
  if (scanner.token.kind !== 'end')
    throw new ExpressionError(scanner.token.start, 'A rule is one expression; it ends before this.');
  checkDepth(expression);
  return expression;
}

/** Level by level, so that no depth is too much for the check itself. @throws ExpressionError */
function checkDepth(expression: Expression): void {
  let level: readonly Expression[] = [expression];
  for (let depth = 1; level.length > 0; depth++) {
    const [first] = level;
    if (first && depth > longestChain)
      throw new ExpressionError(
        first.start,
        `A rule has at most ${longestChain} expressions within each other: write it shorter.`,
      );
    level = level.flatMap(partsOf);
  }
}

const choice = (scanner: Scanner): Expression => scanner.deeper(choiceWithin);

function choiceWithin(scanner: Scanner): Expression {
  const test = logical(scanner, 'or');
  if (!scanner.is('?')) return test;
  scanner.next();
  const yes = choice(scanner);
  scanner.take(':');
  const no = choice(scanner);
  return { kind: 'choice', test, yes, no, start: test.start, end: no.end };
}

function logical(scanner: Scanner, kind: 'and' | 'or'): Expression {
  const operand = () => (kind === 'or' ? logical(scanner, 'and') : binary(scanner, 0));
  let left = operand();
  while (scanner.is(kind === 'or' ? '||' : '&&')) {
    scanner.next();
    const right = operand();
    left = { kind, left, right, start: left.start, end: right.end };
  }
  return left;
}

function binary(scanner: Scanner, level: number): Expression {
  const operators = binding[level];
  if (!operators) return unary(scanner);
  let left = binary(scanner, level + 1);
  while (scanner.is(...operators)) {
    const operator = scanner.next().text as BinaryOperator;
    const right = binary(scanner, level + 1);
    left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
  }
  return left;
}

function unary(scanner: Scanner): Expression {
  if (!scanner.is('!', '-')) return postfix(scanner);
  const { text, start } = scanner.next();
  const of = scanner.deeper(unary);
  return { kind: text === '!' ? 'not' : 'minus', of, start, end: of.end };
}

function postfix(scanner: Scanner): Expression {
  let expression = primary(scanner);
  for (;;) {
    const { start } = expression;
    if (scanner.is('.')) {
      scanner.next();
      const { kind, text, start: at, end } = scanner.token;
      if (kind !== 'name') throw new ExpressionError(at, 'A name must follow the dot.');
      scanner.next();
      const property: Expression = { kind: 'literal', value: text, start: at, end };
      expression = { kind: 'member', of: expression, property, computed: false, start, end };
    } else if (scanner.is('[')) {
      scanner.next();
      const property = choice(scanner);
      scanner.take(']');
      expression = { kind: 'member', of: expression, property, computed: true, start, end: scanner.lastEnd };
    } else if (scanner.is('(')) {
      const given = list(scanner, ')');
      expression = { kind: 'call', callee: expression, given, start, end: scanner.lastEnd };
    } else return expression;
  }
}

function primary(scanner: Scanner): Expression {
  const { token } = scanner;
  const { start, end, text } = token;
  if (scanner.is('(')) {
    scanner.next();
    const inner = choice(scanner);
    scanner.take(')');
    return { ...inner, start, end: scanner.lastEnd };
  }
  if (scanner.is('[')) return { kind: 'list', items: list(scanner, ']'), start, end: scanner.lastEnd };
  if (token.kind === 'sign' || token.kind === 'end')
    throw new ExpressionError(start, 'A value must stand here.');
  scanner.next();
  if (token.kind === 'number') return { kind: 'literal', value: Number(text), start, end };
  if (token.kind === 'string') return { kind: 'literal', value: text, start, end };
  if (token.kind === 'pattern') return { kind: 'pattern', pattern: text, flags: token.flags, start, end };
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', start, end };
  return text === 'null'
    ? { kind: 'literal', value: null, start, end }
    : { kind: 'name', name: text, start, end };
}

/** Reads a list from the opening bracket to the closing one. */
function list(scanner: Scanner, last: string): Expression[] {
  const items: Expression[] = [];
  scanner.next();
  while (!scanner.is(last)) {
    items.push(choice(scanner));
    if (!scanner.is(last)) scanner.take(',');
  }
  scanner.next();
  return items;
}
