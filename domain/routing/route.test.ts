import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { compilePattern } from '#api/routing-patterns.ts';
import { assertProperty } from '#tests/property.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import type { RoutedEvent } from './event.ts';
import { prepareRules, rulesFault } from './prepare.ts';
import { route } from './route.ts';
import { type RoutingAction, type RoutingCondition, routingRulesSchema } from './schema.ts';

const event = (more: Partial<RoutedEvent> = {}): RoutedEvent => ({
  dedupKey: '{}:{alertname="Disk"}',
  summary: 'Disk is full on db-1',
  severity: 'error',
  labels: { service: 'checkout', zone: 'eu', instance: 'db-1' },
  ...more,
});
type AlertAction = Extract<RoutingAction, { kind: 'alert' }>;
const asSent = {
  ...{ kind: 'alert', service: { by: 'default' }, severity: null, urgency: null, group: null },
  ...{ summary: null, labels: [] },
} as const;
const toAlert = (more: object = {}) => ({ ...asSent, ...more }) as unknown as AlertAction;
const rule = (conditions: readonly object[], action: object = asSent, id = 'one') => ({
  ...{ id, name: `Rule ${id}`, conditions, action },
});
const label = (name: string, more: object) => ({ part: 'label', label: name, ...more });
const outcome = (rules: readonly unknown[], more?: Partial<RoutedEvent>) =>
  route(rules, event(more), compilePattern);
const holds = (condition: object, more?: Partial<RoutedEvent>) =>
  outcome([rule([condition])], more).rule !== null;

describe('a condition of a rule', () => {
  test.each([
    ['equals a label', label('zone', { kind: 'equals', value: 'eu' }), true],
    ['equals another value', label('zone', { kind: 'equals', value: 'EU' }), false],
    ['equals a label that is not there', label('team', { kind: 'equals', value: '' }), true],
    ['is one of several values', label('zone', { kind: 'in', values: ['us', 'eu'] }), true],
    ['is none of several values', label('zone', { kind: 'in', values: ['us'] }), false],
    ['of a label that is not there is none of them', label('team', { kind: 'in', values: ['us'] }), false],
    ['matches the whole text', label('instance', { kind: 'matches', pattern: 'db-[0-9]+' }), true],
    ['does not match a part of the text', label('instance', { kind: 'matches', pattern: 'db' }), false],
    ['matches the summary', { part: 'summary', label: '', kind: 'matches', pattern: '.*full.*' }, true],
    ['equals the severity', { part: 'severity', label: '', kind: 'equals', value: 'error' }, true],
    ['matches the dedup key', { part: 'key', label: '', kind: 'matches', pattern: '.*Disk.*' }, true],
    ['never sees inherited names', label('toString', { kind: 'matches', pattern: '.+' }), false],
  ])('%s', (_, condition, expected) => expect(holds(condition)).toBe(expected));

  test('a rule holds only with all its conditions', () => {
    const [yes, no] = ['eu', 'us'].map((value) => label('zone', { kind: 'equals', value }));
    expect(outcome([rule([yes ?? {}, no ?? {}])]).rule).toBeNull();
  });
});

test('the first matching rule wins, and an unmatched message goes to the default', () => {
  const never = rule([label('zone', { kind: 'equals', value: 'us' })], asSent, 'never');
  const first = rule([], toAlert({ severity: 'critical' }), 'first');
  const second = rule([], { kind: 'drop' }, 'second');
  expect(outcome([never, first, second])).toMatchObject({
    rule: { id: 'first', number: 2 },
    outcome: { kind: 'alert', severity: 'critical' },
  });
  expect(outcome([never])).toMatchObject({
    rule: null,
    outcome: { kind: 'alert', service: { kind: 'default' }, severity: 'error', urgency: null, group: null },
  });
});

test('an action sets service, urgency, group, summary and labels from the message', () => {
  const action = toAlert({
    service: { by: 'label', label: 'service' },
    urgency: 'low',
    group: '{service}/{zone}',
    summary: '{instance}: disk in {zone}',
    labels: [
      { name: 'place', text: '{zone}/{instance}' },
      { name: 'nothing', text: '{missing}' },
    ],
  });
  expect(outcome([rule([], action)]).outcome).toEqual({
    kind: 'alert',
    service: { kind: 'named', label: 'service', name: 'checkout' },
    urgency: 'low',
    group: 'checkout/eu',
    severity: 'error',
    summary: 'db-1: disk in eu',
    labels: { service: 'checkout', zone: 'eu', instance: 'db-1', place: 'eu/db-1' },
  });
});

test('a message without a label of the group keeps its own alert, and without a text its summary', () => {
  const action = toAlert({ group: '{service}/{team}', summary: '{team}' });
  expect(outcome([rule([], action)]).outcome).toMatchObject({ group: null, summary: 'Disk is full on db-1' });
});

describe('a broken rule', () => {
  test.each([
    ['of another version', { id: 'x', name: 'Later', conditions: [{ kind: 'later' }], action: asSent }],
    ['with a bad pattern', rule([label('zone', { kind: 'matches', pattern: '(' })])],
    ['that is no rule', 'text'],
    ['that drops everything', rule([], { kind: 'drop' })],
  ])('%s is left out with a notice, and the next rule applies', (_, broken) => {
    const routed = outcome([broken, rule([], asSent, 'next')]);
    expect(routed).toMatchObject({ rule: { id: 'next', number: 2 }, broken: [{ number: 1 }] });
    expect(routed.broken[0]?.problem).toMatch(/\.$/u);
  });

  test('that throws is skipped for this message', () => {
    const throwing = () => ({
      ...{ ok: true as const, size: 1 },
      matches: () => {
        throw new Error('odd');
      },
    });
    const pattern = rule([label('zone', { kind: 'matches', pattern: 'eu' })]);
    expect(route([pattern, rule([], asSent, 'next')], event(), throwing)).toMatchObject({
      rule: { id: 'next' },
      broken: [{ number: 1, problem: 'It failed on this message.' }],
    });
  });
});

describe('hostile patterns', () => {
  test.each([
    ...[
      '',
      '__proto__',
      '\uD800',
      '\u0000',
      '😀'.repeat(250),
      '\\Q'.repeat(200),
      '['.repeat(500),
      '*'.repeat(500),
    ],
    ...['('.repeat(250) + ')'.repeat(250), `${'(?:'.repeat(120)}a${')*'.repeat(69)}`, '(|a)*'.repeat(100)],
    ...[
      '(?:\\pL{100}){10}'.repeat(30),
      '((a{1000}){1000}){1000}',
      'x{99999999999999999999}',
      '(?i:\\pL{1000})',
    ],
  ])('%j is compiled or rejected with a sentence', (pattern) => {
    const compiled = compilePattern(pattern);
    const answer = !compiled.ok
      ? compiled.problem
      : compiled.size <= settingsLimits.routingPatternSize && compiled.matches('\uD800'.repeat(1_000));
    expect(String(answer)).toMatch(/^false$|^This is no regular expression of RE2: .+\.$/su);
  });

  test('that are large are compiled a few times only', () => {
    let compiled = 0;
    const rules = Array.from({ length: settingsLimits.routingRules }, (_, n) =>
      rule(
        Array.from({ length: settingsLimits.routingConditions }, () =>
          label('zone', { kind: 'matches', pattern: 'x' }),
        ),
        asSent,
        `r${n}`,
      ),
    );
    const { broken } = prepareRules(rules, () => {
      compiled += 1;
      return { ok: true, size: 20_000, matches: () => true };
    });
    expect(broken).toHaveLength(settingsLimits.routingRules);
    expect(compiled).toBeLessThan(5);
  });

  test.each(['(a+)+$', '(a|aa)+', '(.*a){20}x', '(a*)*b', '([a-z]+)*\\d'])(
    '%s ends on a text of the maximum length',
    (pattern) => {
      // An engine with backtracking takes a number of steps that is exponential in the characters: the test would never end.
      const long = { labels: { zone: `${'a'.repeat(limits.labelValue - 1)}!` } };
      expect(holds(label('zone', { kind: 'matches', pattern }), long)).toBe(false);
    },
  );

  test('that are too large, alone or together, are broken', () => {
    const large = (n: number) => rule([label('zone', { kind: 'matches', pattern: `(x?){${n}}` })]);
    expect(prepareRules([large(400)], compilePattern).broken[0]?.problem).toMatch(/too large/u);
    const many = Array.from({ length: 40 }, () => large(90));
    const { rules, broken } = prepareRules(many, compilePattern);
    expect(rules.length).toBeGreaterThan(3);
    expect(broken.length).toBeGreaterThan(20);
    expect(broken[0]?.problem).toMatch(/together/u);
  });

  test('that RE2 lacks are rejected with a sentence', () => {
    const problem = (pattern: string) => {
      const compiled = compilePattern(pattern);
      return compiled.ok ? null : compiled.problem;
    };
    for (const pattern of ['(?=a)', '\\1', '[', 'a{1001}', '*'])
      expect(problem(pattern)).toMatch(/^This is no regular expression of RE2: .+\.$/u);
  });
});

const text = fc.string({ unit: 'binary', maxLength: 20 });
const condition: fc.Arbitrary<RoutingCondition> = fc
  .tuple(fc.constantFrom('label', 'summary', 'severity', 'key'), fc.constantFrom('zone', 'team', 'service'))
  .chain(([part, name]) =>
    fc.oneof(
      fc.record({
        kind: fc.constant('equals'),
        part: fc.constant(part),
        label: fc.constant(name),
        value: text,
      }),
      fc.record({
        ...{ kind: fc.constant('in'), part: fc.constant(part), label: fc.constant(name) },
        values: fc.array(text, { maxLength: 3 }),
      }),
      fc.record({
        ...{ kind: fc.constant('matches'), part: fc.constant(part), label: fc.constant(name) },
        pattern: fc.oneof(text, fc.constantFrom('.*', 'e.', '(')),
      }),
    ),
  ) as fc.Arbitrary<RoutingCondition>;
const anyRule = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('A', 'B'),
  conditions: fc.array(condition, { maxLength: 3 }),
  action: fc.oneof(
    fc.constant({ kind: 'drop' }),
    fc.record({
      ...{ kind: fc.constant('alert'), labels: fc.array(fc.record({ name: text, text }), { maxLength: 2 }) },
      service: fc.oneof(fc.constant({ by: 'default' }), fc.constant({ by: 'label', label: 'service' })),
      severity: fc.constantFrom(null, 'critical', 'info'),
      urgency: fc.constantFrom(null, 'high', 'low'),
      group: fc.option(text),
      summary: fc.option(fc.oneof(text, fc.constant('{zone} {team}'))),
    }),
  ),
});
const anyEvent = fc.record({
  dedupKey: fc.string({ minLength: 1 }),
  summary: fc.string().map((more) => `Disk ${more}`),
  severity: fc.constantFrom('critical', 'error', 'warning', 'info'),
  labels: fc.dictionary(
    fc.constantFrom('zone', 'team', 'service', '{', 'x y'),
    fc.string({ unit: 'binary' }),
  ),
}) as fc.Arbitrary<RoutedEvent>;

test('any rules and any message have a result, and only a drop rule drops', () => {
  assertProperty(
    fc.property(fc.array(fc.oneof(anyRule, fc.anything()), { maxLength: 6 }), anyEvent, (rules, sent) => {
      const routed = route(rules, sent, compilePattern);
      const { outcome, rule: matched } = routed;
      const stored = rules[(matched?.number ?? 0) - 1];
      const dropsBySelf = v.is(v.object({ action: v.object({ kind: v.literal('drop') }) }), stored);
      expect(outcome.kind === 'drop').toBe(matched !== null && dropsBySelf);
      const { summary, labels } = outcome.kind === 'drop' ? sent : outcome;
      expect(summary.trim()).not.toBe('');
      expect(Object.keys(labels).length).toBeLessThanOrEqual(
        Math.max(limits.labels, Object.keys(sent.labels).length),
      );
    }),
    { numRuns: 300 },
  );
});

test('a rule behind the matching one changes nothing', () => {
  assertProperty(
    fc.property(fc.array(anyRule, { maxLength: 4 }), anyRule, anyEvent, (rules, more, sent) => {
      const routed = route(rules, sent, compilePattern);
      fc.pre(routed.rule !== null);
      expect(route([...rules, more], sent, compilePattern)).toMatchObject({
        rule: routed.rule,
        outcome: routed.outcome,
      });
    }),
    { numRuns: 200 },
  );
});

test('saved rules are bounded in number, size and dropping', () => {
  const fault = (rules: readonly unknown[]) => {
    const checked = v.safeParse(routingRulesSchema, rules);
    if (!checked.success) return checked.issues[0].message;
    return rulesFault(checked.output) ?? prepareRules(rules, compilePattern).broken[0]?.problem ?? null;
  };
  const many = (count: number) => Array.from({ length: count }, (_, n) => rule([], asSent, `r${n}`));
  expect(fault(many(settingsLimits.routingRules))).toBeNull();
  expect(fault(many(settingsLimits.routingRules + 1))).toMatch(/at most 50 rules/u);
  expect(fault([rule([], { kind: 'drop' })])).toMatch(/which alerts to drop/u);
  expect(fault([rule([]), rule([])])).toMatch(/same id/u);
  expect(fault([rule([label('', { kind: 'equals', value: 'x' })])])).toBe('Name the label.');
  const wide = label('zone', {
    kind: 'in',
    values: Array.from({ length: 100 }, (_, n) => `${n}`.repeat(90)),
  });
  const wides = Array.from({ length: 50 }, (_, n) => rule([wide], asSent, `r${n}`));
  expect(fault(wides)).toMatch(/too large together/u);
});
