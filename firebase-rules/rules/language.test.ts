/** Operators, names and functions. Methods of values are in `values.test.ts`. */
import { describe, expect, test } from 'vitest';
import { comesTo, decide } from './asking.fixture.ts';

type Case = readonly [condition: string, outcome: boolean | 'error'];

const failing = '(1 / 0 == 0)';

describe('boolean operators with failing operands', () => {
  const cases: readonly Case[] = [
    [`${failing} || true`, true],
    [`true || ${failing}`, true],
    [`${failing} || false`, 'error'],
    [`false || ${failing}`, 'error'],
    [`${failing} && false`, false],
    [`false && ${failing}`, false],
    [`${failing} && true`, 'error'],
    [`true && ${failing}`, 'error'],
    [`!${failing}`, 'error'],
    [`${failing} ? true : true`, 'error'],
    [`true ? true : ${failing}`, true],
    [`false ? ${failing} : false`, false],
    [`[1, ${failing}] == []`, 'error'],
    ['1 && true', 'error'],
    ["'yes' || false", 'error'],
    ["'yes' || true", true],
    ['null ? true : true', 'error'],
    ['!1', 'error'],
  ];
  test.each(cases)('%s is %s', (condition, outcome) => {
    expect(comesTo(condition)).toBe(outcome);
  });

  test('a condition that is not a boolean denies and is reported', () => {
    expect(decide("'yes'").refusal?.message).toContain("the string 'yes' is neither true nor false");
  });
});

describe('precedence', () => {
  const cases: readonly Case[] = [
    ['1 + 2 * 3 == 7', true],
    ['(1 + 2) * 3 == 9', true],
    ['10 - 4 - 3 == 3', true],
    ['2 * 3 % 4 == 2', true],
    ['-2 + 3 == 1', true],
    ['1 + 1 > 1', true],
    ['1 < 2 == true', true],
    ['1 in [1] == true', true],
    ['1 is int == true', true],
    ['1 + 1 in [2]', true],
    ['2 > 1 in [true]', true],
    ['false && false || true', true],
    ['true || false && false', true],
    ['false == false && false', false],
    ['true ? false : true ? true : true', false],
    ['true || true ? false : true', false],
    ['!false == true', true],
    ['!(1 == 1)', false],
    ['-[1, 2][1] == -2', true],
  ];
  test.each(cases)('%s is %s', (condition, outcome) => {
    expect(comesTo(condition)).toBe(outcome);
  });
});

describe('the request and its user', () => {
  const data = { owner: 'ada', missing: null };
  const cases: readonly Case[] = [
    ["request.auth.uid == 'ada'", true],
    ['request.auth.token.admin == true', true],
    ['request.auth.token.other == true', 'error'],
    ["request.method == 'get'", true],
    ['request.path == /databases/$(database)/documents/docs/$(id)', true],
    ["request.path[3] == 'docs'", true],
    ['request.time == timestamp.date(2026, 1, 1)', true],
    ['request.resource == null', 'error'],
    ['request.query == null', 'error'],
    ["'auth' in request && !('query' in request)", true],
    ["resource.id == 'd' && resource.__name__ == request.path", true],
    ["resource['__name__'] == request.path", true],
    ["resource.data.owner == 'ada' && resource.data['owner'] == 'ada'", true],
    ['resource.data.missing == null', true],
    ['resource.data.absent == null', 'error'],
    ["'absent' in resource.data", false],
    ['resource.data.toString == null', 'error'],
    ['resource.data.owner.name == null', 'error'],
    ['resource.other == null', 'error'],
    ['somebody == null', 'error'],
    ['somebody == null || true', true],
  ];
  test.each(cases)('%s is %s', (condition, outcome) => {
    expect(comesTo(condition, { data, as: { uid: 'ada', token: { admin: true } } })).toBe(outcome);
  });

  test('a signed-out request has a null auth', () => {
    expect(comesTo('request.auth == null', { as: null })).toBe(true);
    expect(comesTo('request.auth.uid != null', { as: null })).toBe('error');
  });

  test('a missing document has a null resource', () => {
    expect(comesTo('resource == null')).toBe(true);
    expect(comesTo('resource.data.owner == null')).toBe('error');
  });

  test('a write has the new state as request.resource', () => {
    const written = { data: { n: 1 }, after: { n: 2 } };
    expect(comesTo('resource.data.n == 1 && request.resource.data.n == 2', written)).toBe(true);
    expect(comesTo("request.resource.id == 'd' && request.method == 'update'", written)).toBe(true);
    expect(comesTo("request.method == 'create'", { after: {} })).toBe(true);
  });
});

describe('documents looked up', () => {
  const documents = { 'teams/t': { name: 'T', next: 'u' }, 'teams/u': { name: 'U' } };
  const team = (id: string) => `/databases/$(database)/documents/teams/${id}`;
  const cases: readonly Case[] = [
    [`get(${team('t')}).data.name == 'T'`, true],
    [`get(${team('$(get(' + team('t') + ').data.next)')}).data.name == 'U'`, true],
    [`get(${team('t')}).id == 't' && get(${team('t')}).__name__ == ${team('t')}`, true],
    [`get(${team('x')}) == null`, 'error'],
    [`get(${team('x')}).data.name == 'T' || true`, true],
    [`exists(${team('t')})`, true],
    [`exists(${team('x')})`, false],
    [`existsAfter(${team('t')}) && getAfter(${team('t')}).data.name == 'T'`, true],
    ['exists(/databases/$(database)/documents/teams)', 'error'],
    ['exists(/databases/other/documents/teams/t)', 'error'],
    ['exists(/teams/t)', 'error'],
    ["exists('teams/t')", 'error'],
    [`exists(path('/databases/(default)/documents/teams/t'))`, true],
    [`firestore.exists(${team('t')})`, 'error'],
  ];
  test.each(cases)('%s is %s', (condition, outcome) => {
    expect(comesTo(condition, { documents })).toBe(outcome);
  });

  test('a write sees the document before and after it', () => {
    const itself = '/databases/$(database)/documents/docs/$(id)';
    const condition = `get(${itself}).data.n == 1 && getAfter(${itself}).data.n == 2`;
    expect(comesTo(condition, { data: { n: 1 }, after: { n: 2 } })).toBe(true);
    expect(comesTo(`!exists(${itself}) && existsAfter(${itself})`, { after: {} })).toBe(true);
  });

  test('the decision lists the documents looked up', () => {
    const condition = `exists(${team('t')}) && !exists(${team('x')}) && existsAfter(${team('t')})`;
    expect(decide(condition, { documents }).lookups).toEqual(['teams/t', 'teams/x']);
    expect(decide(`${condition} && false`, { documents }).lookups).toEqual(['teams/t', 'teams/x']);
  });
});

describe('functions', () => {
  const functions = `
    function twice(n) { return n * 2; }
    function isEven(n) { let half = n / 2; let back = twice(half); return back == n }
    function ownId() { return id; }
    function either(a, b) { return a || b; }
    function unused(a) { return true; }
  `;
  const cases: readonly Case[] = [
    ['isEven(4)', true],
    ['isEven(5)', false],
    ["ownId() == 'd'", true],
    [`either(${failing}, true)`, true],
    [`unused(${failing})`, true],
    ['twice(1, 2) == 2', 'error'],
    ['twice() == 2', 'error'],
    ['half == 2', 'error'],
    ['n == 2', 'error'],
    ['bool(true)', 'error'],
    ['math.isInfinite(1.0)', 'error'],
    ['math.abs(1, 2) == 1', 'error'],
    // Local tools know it, and the hosted service does not.
    ['debug(1) == 1', 'error'],
  ];
  test.each(cases)('%s is %s', (condition, outcome) => {
    expect(comesTo(condition, { functions })).toBe(outcome);
  });
});
