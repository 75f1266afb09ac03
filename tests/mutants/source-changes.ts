/** Small changes of a source text, each of which a test should notice. */
import { parseSync } from 'vite';

export interface SourceChange {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'condition' | 'comparison' | 'logic' | 'call' | 'literal';
  /** Text in the place of the old one. */
  readonly text: string;
}

const otherOperator: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Expressions of TypeScript that have code in them. */
const typedExpressions = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSParameterProperty',
]);

/**
 * Changes of a TypeScript text in order: negated conditions, moved boundaries, exchanged operators, removed calls, other literals.
 * @throws SyntaxError for a text that is no TypeScript
 */
export function sourceChanges(file: string, code: string): readonly SourceChange[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found: SourceChange[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    if (!isNode(value)) return;
    if (value.type.startsWith('Import') && value.type !== 'ImportExpression') return;
    if (value.type.startsWith('TS') && !typedExpressions.has(value.type)) return;
    found.push(...changesOf(value, code));
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(program);
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

function changesOf(node: Node, code: string): readonly SourceChange[] {
  const { test, left, right, operator, expression, value, start, end } = node;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(test)
        ? [{ ...placeOf(test), kind: 'condition', text: `!(${code.slice(test.start, test.end)})` }]
        : [];
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const to = otherOperator[String(operator)];
      if (!isNode(left) || !isNode(right) || to === undefined) return [];
      // In parentheses: `??` does not stand beside another operator without them.
      const text = `((${code.slice(left.start, left.end)}) ${to} (${code.slice(right.start, right.end)}))`;
      return [{ start, end, kind: node.type === 'LogicalExpression' ? 'logic' : 'comparison', text }];
    }
    case 'ExpressionStatement':
      return isNode(expression) && isCall(expression) ? [{ start, end, kind: 'call', text: ';' }] : [];
    case 'Literal':
      if (typeof value === 'boolean') return [{ start, end, kind: 'literal', text: String(!value) }];
      return typeof value === 'number' ? [{ start, end, kind: 'literal', text: `${value + 1}` }] : [];
    default:
      return [];
  }
}

const placeOf = ({ start, end }: Node) => ({ start, end });

/** A call whose result nobody reads; `super()` can't be left out. */
function isCall({ type, argument, callee }: Node): boolean {
  if (type === 'AwaitExpression' || (type === 'UnaryExpression' && isNode(argument)))
    return isNode(argument) && isCall(argument);
  return type === 'CallExpression' && !(isNode(callee) && callee.type === 'Super');
}

export const changedSource = (code: string, { start, end, text }: SourceChange): string =>
  code.slice(0, start) + text + code.slice(end);
