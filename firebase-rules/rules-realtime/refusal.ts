/** Report of a refused access. */
import type { Keys } from '#query/tree/node.ts';
import type { Refusal } from '../rules/decisions.ts';
import { culpritOf } from './explain.ts';
import type { DatabaseAuth, Judged } from './decisions.ts';
import type { Rule } from './ruleset.ts';
import type { Expression } from './syntax.ts';

const longest = 160;
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

const textOf = ({ text }: Rule, { start, end }: Expression) => text.slice(start, end);

/** @param nearest the rule that came nearest, if any covers the place */
export function refusalOf(
  method: 'read' | 'write',
  keys: Keys,
  auth: DatabaseAuth | null,
  nearest: Judged | null,
): Refusal {
  const path = keys.join('/');
  const head = `${method} of /${path} is denied to ${auth?.uid ?? 'a visitor who is not signed in'}`;
  if (!nearest) {
    const message = `${head}: no .${method} rule covers this path.`;
    return { service: 'database', method, path, rule: null, expression: null, message };
  }
  const { rule, scope } = nearest;
  const culprit = culpritOf(rule.condition, scope);
  const { expression, failed, problem } = culprit;
  const text = textOf(rule, expression);
  const why = `needs ${short(text)}, which ${failed ? 'fails' : 'is false'}: ${problem}`;
  return {
    service: 'database',
    method,
    path,
    rule: { ...rule.at, text: rule.text },
    expression: { ...rule.placeOf(expression), text, problem },
    message: `${head}: the .${rule.kind} rule of ${rule.path} at line ${rule.at.line} ${why}.`,
  };
}
