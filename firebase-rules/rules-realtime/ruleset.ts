/** A ruleset as a tree of places, each with its rules compiled. */
import { type Problem, RulesError } from '../rules/rules-error.ts';
import { checkRule, type Names } from './check.ts';
import { type Compiled, compileExpression } from './compile.ts';
import { type JsonPart, type JsonText, parseJson } from './json.ts';
import { parseExpression } from './parse.ts';
import { type Place, Source } from './source.ts';
import { type Expression, ExpressionError } from './syntax.ts';
import type { Type } from './types.ts';

export type RuleKind = 'read' | 'write' | 'validate';

export interface Rule {
  readonly kind: RuleKind;
  /** Path of its place, as in the ruleset: with captures. */
  readonly path: string;
  readonly text: string;
  readonly at: Place;
  readonly condition: Compiled;
  /** Position of a part of the expression in the ruleset. */
  placeOf(expression: Expression): Place;
}

export interface RuleNode {
  readonly path: string;
  readonly rules: Readonly<Partial<Record<RuleKind, Rule>>>;
  readonly indexOn: readonly string[];
  readonly named: ReadonlyMap<string, RuleNode>;
  /** Rules for every other child, under the name that it has in expressions. */
  readonly capture: { readonly name: string; readonly node: RuleNode } | null;
  /** Whether there is a `.validate` here or below. */
  readonly validates: boolean;
}

const kinds: Readonly<Record<string, RuleKind>> = {
  '.read': 'read',
  '.write': 'write',
  '.validate': 'validate',
};
const capture = /^\$[A-Za-z_]\w*$/;

/** @throws RulesError */
export function parseRuleset(text: string): RuleNode {
  const source = new Source(text);
  const whole = parseJson(source);
  const [member, ...others] = whole.kind === 'object' ? whole.members : [];
  if (whole.kind !== 'object' || member?.key.text !== 'rules')
    return source.fail(whole.at, 'A ruleset is an object that holds "rules" and nothing else.');
  const [other] = others;
  if (other) source.fail(other.key.at, 'A ruleset holds "rules" and nothing else.');
  const reader = new RulesetReader(source);
  const node = reader.node(member.value, [], new Map());
  const [first, ...more] = reader.problems;
  if (first) throw new RulesError(first, ...more);
  return node;
}

class RulesetReader {
  readonly problems: Problem[] = [];
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  node(part: JsonPart, keys: readonly string[], captures: Names): RuleNode {
    const rules: Partial<Record<RuleKind, Rule>> = {};
    const named = new Map<string, RuleNode>();
    const path = `/${keys.join('/')}`;
    let indexOn: readonly string[] = [];
    let captured: RuleNode['capture'] = null;
    const seen = new Set<string>();
    if (part.kind !== 'object') this.problem(part.at, `What is to hold at ${path} is written as an object.`);
    for (const { key, value } of part.kind === 'object' ? part.members : []) {
      const { text } = key;
      if (seen.has(text)) this.problem(key.at, `${text} is here twice.`);
      seen.add(text);
      const kind = Object.hasOwn(kinds, text) ? kinds[text] : undefined;
      if (kind) {
        const rule = this.rule(kind, value, path, captures);
        if (rule) rules[kind] = rule;
      } else if (text === '.indexOn') indexOn = this.index(value);
      else if (text.startsWith('.'))
        this.problem(key.at, `There is no ${text}: .read, .write, .validate and .indexOn are.`);
      else if (text.startsWith('$')) {
        if (captured) this.problem(key.at, `${captured.name} stands for every other child here already.`);
        this.checkCapture(key, captures);
        const node = this.node(value, [...keys, text], new Map(captures).set(text, 'string'));
        captured = { name: text, node };
      } else {
        if (text === '' || /[.#$[\]/]/.test(text))
          this.problem(key.at, `A key holds none of . # $ [ ] /: ${text}`);
        named.set(text, this.node(value, [...keys, text], captures));
      }
    }
    const below = [...named.values(), ...(captured ? [captured.node] : [])];
    const validates = rules.validate !== undefined || below.some((node) => node.validates);
    return { path, rules, indexOn, named, capture: captured, validates };
  }

  private rule(kind: RuleKind, part: JsonPart, path: string, captures: Names): Rule | null {
    const isPlain = part.kind === 'plain' && typeof part.value === 'boolean';
    if (part.kind !== 'text' && !isPlain) {
      this.problem(part.at, `A rule is a text, true or false.`);
      return null;
    }
    const text = part.kind === 'text' ? part.text : String(part.value);
    const offsetOf = (at: number) => (part.kind === 'text' ? (part.offsets[at] ?? part.at) : part.at);
    try {
      const expression = parseExpression(text);
      checkRule(expression, namesFor(kind, captures));
      const condition = compileExpression(expression);
      const placeOf = ({ start }: Expression) => this.source.place(offsetOf(start));
      return { kind, path, text, at: placeOf(expression), condition, placeOf };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.problem(offsetOf(error.at), error.message);
      return null;
    }
  }

  private index(part: JsonPart): readonly string[] {
    const items = part.kind === 'array' ? part.items : [part];
    const texts = items.filter((item) => item.kind === 'text');
    if (texts.length < items.length) this.problem(part.at, '.indexOn is a text or a list of texts.');
    return texts.map(({ text }) => text);
  }

  private checkCapture(key: JsonText, captures: Names): void {
    if (!capture.test(key.text)) this.problem(key.at, `A capture is a dollar and a name: ${key.text}`);
    if (captures.has(key.text)) this.problem(key.at, `${key.text} is captured further up already.`);
  }

  private problem(at: number, message: string): void {
    this.problems.push(this.source.problem(at, message));
  }
}

function namesFor(kind: RuleKind, captures: Names): Names {
  const names = new Map<string, Type>([
    ['auth', 'any'],
    ['now', 'number'],
    ['root', 'snapshot'],
    ['data', 'snapshot'],
    ...captures,
  ]);
  return kind === 'read' ? names.set('query', 'query') : names.set('newData', 'snapshot');
}
