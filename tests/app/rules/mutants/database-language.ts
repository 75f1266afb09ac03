/** Mutants of database.rules.json. */
import { parseExpression } from '#firebase-rules/rules-realtime/parse.ts';
import { parseJson, type JsonPart } from '#firebase-rules/rules-realtime/json.ts';
import { Source } from '#firebase-rules/rules-realtime/source.ts';
import type { Expression } from '#firebase-rules/rules-realtime/syntax.ts';
import { type Edit, type Mutant, mutatedNumber, mutatedOperation, mutatedPattern } from './mutant.ts';

export function mutantsOf(source: string): readonly Mutant[] {
  return rulesIn(parseJson(new Source(source)), '').flatMap(({ path, start, end, rule }) =>
    editsOf(rule).map((edit) => {
      const text = rule.slice(0, edit.start) + edit.to + rule.slice(edit.end);
      return {
        file: 'database' as const,
        at: path,
        from: rule.slice(edit.start, edit.end),
        to: edit.to,
        text: source.slice(0, start) + JSON.stringify(text) + source.slice(end),
        reach: null,
      };
    }),
  );
}

interface Rule {
  readonly path: string;
  /** Offset of the value in the file. */
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

function rulesIn(part: JsonPart, path: string): readonly Rule[] {
  if (part.kind !== 'object') return [];
  return part.members.flatMap(({ key, value }): readonly Rule[] => {
    const at = `${path}/${key.text}`;
    if (value.kind === 'text') {
      const end = (value.offsets.at(-1) ?? value.at) + 1;
      return [{ path: at, start: value.at, end, rule: value.text }];
    }
    if (value.kind === 'plain') {
      const rule = String(value.value);
      return [{ path: at, start: value.at, end: value.at + rule.length, rule }];
    }
    return rulesIn(value, at);
  });
}

function editsOf(rule: string): readonly Edit[] {
  const whole = { start: 0, end: rule.length };
  const edits = [{ ...whole, to: 'true' }, { ...whole, to: 'false' }, ...below(parseExpression(rule), rule)];
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()].filter(
    ({ start, end, to }) => rule.slice(start, end) !== to,
  );
}

function below(expression: Expression, rule: string): readonly Edit[] {
  const { start, end } = expression;
  const text = (part: Expression) => rule.slice(part.start, part.end);
  const own = mutated(expression, text).map((to) => ({ start, end, to: `(${to})` }));
  return [...own, ...partsOf(expression).flatMap((part) => below(part, rule))];
}

function mutated(expression: Expression, text: (part: Expression) => string): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const operator = expression.kind === 'and' ? '&&' : '||';
      return mutatedOperation(operator, text(expression.left), text(expression.right));
    }
    case 'binary':
      return mutatedOperation(expression.operator, text(expression.left), text(expression.right));
    case 'not':
      return [text(expression.of), 'true'];
    case 'choice':
      return [text(expression.yes), text(expression.no)];
    case 'list':
      return expression.items.map(
        (left) =>
          `[${expression.items
            .filter((item) => item !== left)
            .map(text)
            .join(', ')}]`,
      );
    case 'literal':
      return typeof expression.value === 'number' ? mutatedNumber(text(expression)) : [];
    case 'pattern':
      return mutatedPattern(text(expression));
    case 'call':
      return ['true'];
    default:
      return [];
  }
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'member':
      return [expression.of, ...(expression.computed ? [expression.property] : [])];
    case 'call':
      return [
        // A method's name is no value by itself.
        ...(expression.callee.kind === 'member' ? [expression.callee.of] : []),
        ...expression.given,
      ];
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
