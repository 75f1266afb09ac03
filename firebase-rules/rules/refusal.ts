/** Sentence of a refusal, computed on request: by evaluating again with a trace. */
import type { CompiledRules } from './compile.ts';
import type { Evaluation } from './evaluation.ts';
import { type Culprit, culpritOf } from './explain.ts';
import type { FoundDocuments } from './found-documents.ts';
import type { AllowObserver, Decision, Refusal, RuleText } from './decisions.ts';
import type { AccessMethod, Allow, Expression } from './syntax.ts';
import { LimitReached } from './values.ts';

export interface Asked {
  readonly rules: CompiledRules;
  readonly service: 'firestore' | 'storage';
  readonly method: AccessMethod;
  /** Path as the client knows it. */
  readonly path: string;
  /** Path as the rules know it. */
  readonly segments: readonly string[];
  readonly uid: string | null;
  readonly seen?: AllowObserver | undefined;
  /** The access again, with the documents of the first evaluation. */
  again(): Evaluation;
}

/** Evaluates an access. The data for a refusal's sentence is kept until it is requested. */
export function decide(found: FoundDocuments, of: Evaluation, asked: Asked): Decision {
  if (!holds(asked, of)) return new Denied(asked, found.paths());
  const lookups = found.paths();
  return lookups.length === 0 ? allowed : { allowed: true, refusal: null, lookups };
}

const allowed: Decision = Object.freeze({ allowed: true, refusal: null, lookups: Object.freeze([]) });

function holds({ rules, segments, method, seen }: Asked, of: Evaluation): boolean {
  try {
    return rules.allows(rules.blocks(segments), method, of, seen);
  } catch (error) {
    // A request beyond its limits is refused, whatever else would allow it.
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

class Denied implements Decision {
  readonly allowed = false;
  readonly lookups: readonly string[];
  private readonly refused: Asked;
  private told: Refusal | null = null;

  constructor(refused: Asked, lookups: readonly string[]) {
    this.refused = refused;
    this.lookups = lookups;
  }

  get refusal(): Refusal {
    return (this.told ??= refusalOf(this.refused));
  }
}

const longest = 160;
const shortest = 80;
const mostAlternatives = 3;

function refusalOf(refused: Asked): Refusal {
  const { rules, service, method, path, uid } = refused;
  const head = `${method} of ${path} is denied to ${uid ?? 'a visitor who is not signed in'}`;
  const told = (rule: Refusal['rule'], expression: Refusal['expression'], why: string): Refusal => ({
    service,
    method,
    path,
    rule,
    expression,
    message: `${head}: ${why}.`,
  });
  const blocks = rules.blocks(refused.segments);
  const judged = judgements(refused);
  if (judged.limit)
    return told(
      judged.limit.rule,
      null,
      `the rule at line ${judged.limit.rule.line} asks for too much: ${judged.limit.reason}`,
    );
  const [first, ...others] = judged.culprits;
  if (!first) {
    const allows = blocks.flatMap(({ entry }) => entry.block.allows);
    return told(null, null, allows.length === 0 ? 'no match covers this path' : notFor(method, allows));
  }
  const { allow, culprit } = others.reduce(
    (best, each) => (each.culprit.nearness > best.culprit.nearness ? each : best),
    first,
  );
  const expression = { ...placed(rules, culprit.expression), problem: culprit.problem };
  return told(placed(rules, allow), expression, sentence(rules, allow, culprit));
}

interface Judged {
  readonly limit: { readonly rule: RuleText; readonly reason: string } | null;
  readonly culprits: readonly { readonly allow: Allow; readonly culprit: Culprit }[];
}

function judgements({ rules, method, segments, again }: Asked): Judged {
  const { tracer, condition } = rules.traced();
  const of = again();
  const culprits: { allow: Allow; culprit: Culprit }[] = [];
  const textOf = (expression: Expression) => short(rules.textOf(expression));
  for (const { entry, captures } of rules.blocks(segments)) {
    of.captures = captures;
    for (const { allow } of entry.allows[method]) {
      try {
        condition(allow, entry.block)?.(of);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        return { limit: { rule: placed(rules, allow), reason: error.message }, culprits };
      }
      const [step] = tracer.take();
      if (step) culprits.push({ allow, culprit: culpritOf(step, tracer, textOf) });
    }
  }
  return { limit: null, culprits };
}

function sentence(rules: CompiledRules, allow: Allow, culprit: Culprit): string {
  const { call, failed, problem, alternatives } = culprit;
  const needed = described(rules, culprit.expression, allow.at.line);
  const where = call ? ` in ${described(rules, call, culprit.expression.at.line)}` : '';
  const others = alternatives.slice(0, mostAlternatives).map((each) => short(rules.textOf(each), shortest));
  const instead = others.length === 0 ? '' : `; nor does ${others.join(', nor ')}`;
  return `the rule at line ${allow.at.line} needs ${needed}${where}, which ${failed ? 'fails' : 'is false'}: ${problem}${instead}`;
}

function described(rules: CompiledRules, expression: Expression, knownLine: number): string {
  const { line } = expression.at;
  return short(rules.textOf(expression)) + (line === knownLine ? '' : ` (line ${line})`);
}

function notFor(method: AccessMethod, allows: readonly Allow[]): string {
  const places = allows.map(({ at, methods }) => `line ${at.line} is for ${methods.join(', ')}`);
  return `no rule at this path is for ${method} (${places.join('; ')})`;
}

function placed(rules: CompiledRules, part: Allow | Expression): RuleText {
  return { line: part.at.line, column: part.at.column, text: rules.textOf(part) };
}

const short = (text: string, most = longest) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
