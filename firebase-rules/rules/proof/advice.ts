/** Constraints that a query lacks, in the words of its author. */
import { describe } from '../describe.ts';
import type { Value } from '../values.ts';
import type { Abstract } from './abstract.ts';

export const constraint = (field: string, operator: string, value: Value): string =>
  `where(${describe(field)}, '${operator}', ${describe(value)})`;

const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The constraint that says it of a field and a known value, whichever side each stands on; none for others. */
export function asked(operator: string, left: Abstract, right: Abstract): readonly string[] {
  if (left.kind === 'stored' && right.kind === 'known' && left.facts.field !== '')
    return [constraint(left.facts.field, operator, right.value)];
  if (left.kind === 'known' && right.kind === 'stored' && operator !== 'in' && operator !== 'not-in')
    return asked(turned[operator] ?? operator, right, left);
  return [];
}

/** All constraints as the end of a sentence; empty for none. */
export function advise(constraints: readonly string[]): string {
  const all = [...new Set(constraints)];
  return all.length === 0 ? '' : `: add ${all.join(' or ')}`;
}
