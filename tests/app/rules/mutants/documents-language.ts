/** Mutants of firestore.rules and storage.rules. */
import { parse } from '#firebase-rules/rules/parse.ts';
import type { Expression, FunctionDeclaration, MatchBlock, Scope } from '#firebase-rules/rules/syntax.ts';
import { partsOf } from '#firebase-rules/rules/walk.ts';
import type { RulesFile } from '../tables/case.ts';
import { type Edit, type Mutant, mutatedNumber, mutatedOperation, mutatedPattern } from './mutant.ts';
import { placeOf, reachOf } from './reach.ts';

/** Methods that answer yes or no. */
const tests = new Set(['matches', 'hasOnly', 'hasAny', 'hasAll']);

export function mutantsOf(file: RulesFile, source: string): readonly Mutant[] {
  const { scope, matches } = parse(source);
  const reached = reachOf(matches);
  const ofFunctions = ({ functions }: Scope) => inFunctions([...functions.values()], reached);
  const conditions = [...ofFunctions(scope), ...matches.flatMap((block) => inBlock(block, ofFunctions))];
  const edits = new Map<string, Edit & Pick<Condition, 'reach'>>();
  for (const { expression, isCondition, reach } of conditions) {
    const { start, end } = expression.at;
    const whole = isCondition
      ? [
          { start, end, to: 'true' },
          { start, end, to: 'false' },
        ]
      : [];
    for (const edit of [...whole, ...editsOf(expression, source)])
      edits.set(JSON.stringify(edit), { ...edit, reach });
  }
  return [...edits.values()].map(({ start, end, to, reach }) => ({
    file,
    at: `line ${source.slice(0, start).split('\n').length}`,
    from: source.slice(start, end).replaceAll(/\s+/g, ' '),
    to: to.replaceAll(/\s+/g, ' '),
    text: `${source.slice(0, start)}(${to})${source.slice(end)}`,
    reach,
  }));
}

interface Condition {
  readonly expression: Expression;
  readonly isCondition: boolean;
  readonly reach: ReadonlySet<string>;
}

const inFunctions = (
  functions: readonly FunctionDeclaration[],
  reached: ReturnType<typeof reachOf>,
): readonly Condition[] =>
  functions.flatMap((declared) =>
    [...declared.lets.map(({ value }) => value), declared.result].map((expression) => ({
      expression,
      isCondition: false,
      reach: reached.get(declared) ?? new Set(),
    })),
  );

const inBlock = (
  { scope, allows, matches }: MatchBlock,
  ofFunctions: (scope: Scope) => readonly Condition[],
): readonly Condition[] => [
  ...ofFunctions(scope),
  ...allows.flatMap(({ at, condition }) =>
    condition ? [{ expression: condition, isCondition: true, reach: new Set([placeOf(at)]) }] : [],
  ),
  ...matches.flatMap((block) => inBlock(block, ofFunctions)),
];

function editsOf(expression: Expression, source: string): readonly Edit[] {
  const { start, end } = expression.at;
  const text = ({ at }: Expression) => source.slice(at.start, at.end);
  const own = mutated(expression, text).map((to) => ({ start, end, to }));
  return [...own, ...partsOf(expression).flatMap((part) => editsOf(part, source))];
}

function mutated(expression: Expression, text: (part: Expression) => string): readonly string[] {
  switch (expression.kind) {
    case 'binary':
      return mutatedOperation(expression.operator, text(expression.left), text(expression.right));
    case 'is':
      return ['true'];
    case 'unary':
      return expression.operator === '!' ? [text(expression.operand), 'true'] : [];
    case 'method':
      return tests.has(expression.name) ? ['true'] : [];
    case 'ternary':
      return [text(expression.yes), text(expression.no)];
    case 'list':
      return expression.items.length < 2
        ? []
        : expression.items.map(
            (left) =>
              `[${expression.items
                .filter((item) => item !== left)
                .map(text)
                .join(', ')}]`,
          );
    case 'literal':
      if (typeof expression.value === 'string') return mutatedPattern(text(expression));
      return mutatedNumber(text(expression));
    default:
      return [];
  }
}
