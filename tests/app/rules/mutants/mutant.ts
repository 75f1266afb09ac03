/** Mutant of a rules file: one condition changed. */
import type { RulesFile } from '../tables/case.ts';

export interface Mutant {
  readonly file: RulesFile;
  /** Place of the mutant: line and column in a file of one expression a line, else the place and kind of the rule. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** The whole file. */
  readonly text: string;
  /** Places of the `allow` statements whose answer can change; null: of any. */
  readonly reach: ReadonlySet<string> | null;
}

/** A change of an expression: the text from `start` to `end` becomes `to`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

const flipped: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
};

/** Mutants of an operation of two parts, each given as text. */
export function mutatedOperation(operator: string, left: string, right: string): readonly string[] {
  if (operator === '&&' || operator === '||')
    return [left, right, `${left} ${operator === '&&' ? '||' : '&&'} ${right}`];
  const others = flipped[operator];
  if (others) return ['true', ...others.map((other) => `${left} ${other} ${right}`)];
  if (operator === 'in') return ['true'];
  return operator === '+' ? [`${left} - ${right}`] : [];
}

/** A bound widened and narrowed by one. */
export const mutatedNumber = (text: string): readonly string[] =>
  /^\d+$/.test(text) ? [BigInt(text) + 1n, BigInt(text) - 1n].filter((bound) => bound >= 0n).map(String) : [];

/** Mutants of each bound in a pattern, and of the ends of its ranges of digits. */
export function mutatedPattern(pattern: string): readonly string[] {
  const numbers = [...pattern.matchAll(/(?<=[{,[-])\d+(?=[},\]-])/g)];
  return numbers.flatMap(({ 0: number, index }) =>
    mutatedNumber(number).flatMap((other) =>
      // A range of digits ends with 9.
      other === '10' && pattern[index - 1] === '-'
        ? []
        : [pattern.slice(0, index) + other + pattern.slice(index + number.length)],
    ),
  );
}
