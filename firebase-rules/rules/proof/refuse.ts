/** Refusal of a query as one sentence, with the constraints that it lacks. */
import type { Query } from '#ports/docs/query.ts';
import type { Refusal, RulesAuth, RuleText } from '../decisions.ts';
import type { Allow, Expression, Ruleset } from '../syntax.ts';
import { advise } from './advice.ts';
import type { Reason } from './abstract.ts';

export interface Failed {
  readonly allow: Allow;
  readonly why: Reason;
}

interface Asked {
  readonly ruleset: Ruleset;
  readonly query: Query;
  readonly auth: RulesAuth | null;
}

const longest = 160;

/** `failed` are the rules that cover the query, in order; none when there is no such rule. */
export function refusalOf({ ruleset, query, auth }: Asked, failed: readonly Failed[]): Refusal {
  const path = query.group ? `**/${query.collection}` : query.collection;
  const head = `list of ${path} is denied to ${auth === null ? 'who is not signed in' : auth.uid}`;
  const refusal = { service: 'firestore', method: 'list', path } as const;
  const nearest = failed.find(({ why }) => why.toHold.length > 0) ?? failed.find(isOpen) ?? failed[0];
  if (!nearest)
    return { ...refusal, rule: null, expression: null, message: `${head}: ${uncovered(ruleset, query)}.` };
  const { allow, why } = nearest;
  const text = (part: Allow | Expression) => textOf(ruleset, part);
  const rule = placed(allow, text(allow));
  const problem = clauseOf(why, text);
  const expression = { ...placed(why.at, text(why.at)), problem };
  const line = why.at.at.line === allow.at.line ? '' : ` (line ${why.at.at.line})`;
  return {
    ...refusal,
    rule,
    expression,
    message: `${head}: the rule at line ${rule.line} needs ${short(expression.text)}${line}, which ${leading[why.how]}${problem}.`,
  };
}

/** The request evaluates or looks up too much, whatever else would allow it. */
export function tooMuch(asked: Asked, allow: Allow, limit: string): Refusal {
  const refusal = refusalOf(asked, []);
  const rule = placed(allow, textOf(asked.ruleset, allow));
  const [head] = refusal.message.split(':');
  return { ...refusal, rule, message: `${head}: the rule at line ${rule.line} asks for too much: ${limit}.` };
}

const isOpen = ({ why }: Failed) => why.how === 'open';

const leading = { open: '', false: 'is false: ', fails: 'fails: ' } as const;

function clauseOf({ how, problem, toHold }: Reason, text: (part: Expression) => string): string {
  const clause = problem(text);
  if (how !== 'open') return clause;
  return `can’t be proven for every document of this query${clause && `: ${clause}`}${advise(toHold)}`;
}

function uncovered({ version }: Ruleset, { group }: Query): string {
  if (!group) return 'no rule for list covers every document of this collection';
  return version === 1
    ? "queries of collection groups need rules_version = '2'"
    : 'no rule for list covers the group wherever it is: write match /{path=**}/…';
}

const placed = ({ at }: Pick<Expression | Allow, 'at'>, text: string): RuleText => ({
  line: at.line,
  column: at.column,
  text,
});

const textOf = ({ source }: Ruleset, { at }: Pick<Expression | Allow, 'at'>): string =>
  source
    .slice(at.start, at.end)
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
