/** A rule's expression as it is written. Places are offsets in its text. */

interface Span {
  readonly start: number;
  readonly end: number;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>=';

export type Expression = Span &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
    | { readonly kind: 'pattern'; readonly pattern: string; readonly flags: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'name'; readonly name: string }
    /** `computed` when it is written in brackets. */
    | {
        readonly kind: 'member';
        readonly of: Expression;
        readonly property: Expression;
        readonly computed: boolean;
      }
    | { readonly kind: 'call'; readonly callee: Expression; readonly given: readonly Expression[] }
    | { readonly kind: 'not' | 'minus'; readonly of: Expression }
    | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'choice';
        readonly test: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
  );

/** Operands of an expression, in the order of the source. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'member':
      return expression.computed ? [expression.of, expression.property] : [expression.of];
    case 'call':
      return expression.callee.kind === 'member' ? [expression.callee.of, ...expression.given] : [];
    case 'not':
    case 'minus':
      return [expression.of];
    case 'and':
    case 'or':
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.yes, expression.no];
    default:
      return [];
  }
}

/** A mistake in an expression, before its place in the ruleset is known. */
export class ExpressionError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
