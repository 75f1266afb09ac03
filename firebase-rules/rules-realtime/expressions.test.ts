/** Language of expressions: results, compile errors, and expressions without a value. */
import { expect, test } from 'vitest';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { fromWire } from '#query/tree/node.ts';
import { compileDatabaseRules } from './rules.ts';

const bob = {
  uid: 'bob',
  provider: 'password',
  token: { level: 1, name: 'one', admin: true, groups: { red: true } },
};
const data: Json = {
  text: 'bar',
  empty: '',
  number: 5,
  yes: true,
  list: { a: 1, b: 2 },
  same: { a: 1, b: 2 },
  ranked: { '.value': 'x', '.priority': 7 },
};

function judge(expression: string, query: Omit<RealtimeQuery, 'path'> = {}) {
  const rules = compileDatabaseRules(JSON.stringify({ rules: { list: { $key: { '.read': expression } } } }));
  return rules.read({
    auth: bob,
    now: 1000,
    root: fromWire(data),
    query: normalQuery({ path: 'list/a', ...query }),
  }).refusal;
}

test.each([
  'true',
  '1 < 2 && 2 <= 2 && 3 > 2 && !(3 >= 4)',
  "'a' < 'b'",
  "auth != null && auth.uid === 'bob'",
  "auth.provider == 'password'",
  "auth.token.groups.red == true && auth.token['name'] == 'one'",
  'auth.token.groups[$key] == null && auth.token.none.deeper.still == null',
  'auth.token.level + 1 == 2 && 7 % 4 == 3 && 6 / 4 == 1.5 && -2 * 3 == -6 && 5 - 2 - 1 == 2',
  "auth.token.name + 'two' == 'onetwo' && 'n' + 1 == 'n1' && 1 + 'n' == '1n'",
  "1 / 0 + '' == 'NaN' && !(1 / 0 > 2) && !(1 / 0 < 2)",
  "'one' != auth.token.level && !(auth.token.level == '1')",
  '(1 < 2 ? 7 : 8) == 7',
  "root.child('yes').val() == true ? true : false",
  "root.child('text').val().contains('a') && root.child('text').val().beginsWith('ba')",
  "root.child('text').val().endsWith('ar') && root.child('text').val().length == 3",
  "'a_b_c'.replace('_', '-') == 'a-b-c' && 'Ab'.toLowerCase() == 'ab' && 'Ab'.toUpperCase() == 'AB'",
  "root.child('text').val().matches(/^BA./i) && !root.child('text').val().matches(/^a/)",
  "'a.b'.matches(/^a\\.b$/) && !'axb'.matches(/^a\\.b$/) && '(?'.matches(/(?)/) && 'x-y'.matches(/^[^-]-[-y]$/)",
  "'a/b'.matches(/a\\/b/) && 'a]'.matches(/^a[\\]]$/) && 'ab12'.matches(/^(a|b)+\\d{2,}$/)",
  "'a'.matches(/[[:^space:]]/) && !' '.matches(/[[:^space:]]/) && 'a/'.matches(/^[[:alpha:]/]+$/)",
  "'a^$]'.matches(/^[a^$\\]]+$/) && ']'.matches(/^[]^]$/) && !'a'.matches(/^[]^]$/)",
  "'x'.matches(/[\\S]/) && !'\\t'.matches(/[\\S]/) && 'é-n'.matches(/^\\é\\-\\n$/)",
  "'😀'.matches(/^.$/) && 'ab'.matches(/b|c/) && !'a'.matches(/b|c/)",
  "root.child('number').isNumber() && root.child('text').isString() && root.child('yes').isBoolean()",
  "!root.child('list').isString() && !root.child('none').isNumber()",
  "root.hasChild('list/a') && root.hasChildren() && !root.child('text').hasChildren()",
  "root.child('list').hasChildren(['a', 'b']) && !root.child('list').hasChildren(['a', 'c'])",
  "root.hasChildren(['list/a', $key]) == false",
  "root.child('list/a').exists() && !root.child('none/here').exists()",
  "data.parent().parent().child('text').val() == 'bar'",
  "data.val() == 1 && data.parent().child('b').val() == 2 && $key == 'a'",
  "root.child('list').val() == root.child('same').val() && root.child('list').val() != null",
  "root.child('list').val() != root.child('text').val()",
  "root.child('ranked').getPriority() == 7 && root.child('text').getPriority() === null",
  "root['exists']() && auth.token.name['contains']('on')",
  'now == 1000',
  "/* said */ true // once\n && 'it\\'s' == \"it's\"",
  'query.orderByPriority == true && query.orderByKey == false && query.orderByChild == null',
  'query.startAt == null && query.limitToLast == null',
  "'foo@bar.com'.length > 3 && !root.child('banned/' + 'a@b.c').exists()",
])('%s', (expression) => expect(judge(expression)).toBeNull());

test.each<[string, RegExp]>([
  ["root.child('text').val() > 1", /compares two numbers or two texts, not 'bar' and 1/],
  ["root.child('none').val() >= 1", /not null and 1/],
  ["root.child('number').val().contains('x')", /asked of a text, and this is 5/],
  ["root.child('list').val().length == 2", /length is asked of a text/],
  ['root.child(auth.token.none).exists()', /takes texts, not null/],
  ['root.hasChildren([auth.token.level])', /takes texts, not 1/],
  ["'foo'.contains(auth.token.level)", /takes texts, not 1/],
  ['root.parent().exists()', /the root has no parent/],
  ['1 + auth.token.admin == 2', /adds numbers and texts, not true/],
  ['auth.token.none - 1 == 0', /needs two numbers, not null and 1/],
  ['-auth.token.name == 1', /needs a number, not 'one'/],
  ["auth.contains('x')", /asked of a text/],
  ['!(auth.token.none.length > 1)', /compares two numbers/],
  ['auth.token.none.length > 1 || true', /compares two numbers/],
])('%s has no value, so the rule fails', (expression, why) => {
  const refusal = judge(expression);
  expect(refusal?.message).toMatch(/which fails/);
  expect(refusal?.expression?.problem).toMatch(why);
});

test.each<[string, RegExp]>([
  ['7', /certain/],
  ["'foo'", /certain/],
  ['auth.token.admin', /certain/],
  ['true ? 7 : true', /certain/],
  ['auth.token.admin && true', /&& needs true or false/],
  ['!auth.token.admin', /! needs true or false/],
  ['auth.token.admin ? true : false', /\? needs true or false/],
  ["skies === 'blue'", /Nothing is called skies/],
  ["$other == 'x'", /Nothing is called \$other/],
  ['newData.exists()', /Nothing is called newData/],
  ["root.child('foo') != null", /ask a place for its val\(\)/],
  ['root.val() > true', /compares numbers or texts/],
  ["1 < 'a'", /two numbers or two texts/],
  ['true + 1 == 2', /\+ needs numbers or texts/],
  ['2 ** 2 == 4', /A value must stand here/],
  ['auth.token.contains(7)', /takes a text here, not a number/],
  ['auth.foo.notThere() == false', /There is no notThere\(\)/],
  ['root.val().notThere == false', /There is no notThere/],
  ['root.notThere() == false', /There is no notThere\(\) of a place/],
  ["root['exi' + 'sts']()", /Write out/],
  ['root.exists == true', /asked with brackets/],
  ["root.hasChildren('a', 'b')", /one list of texts/],
  ['root.hasChildren([])', /one list of texts/],
  ["root.hasChildren(['a', 7])", /texts only/],
  ["root.child('a', 'b').exists()", /takes 1, not 2/],
  ["root.val().matches('/x/')", /takes a pattern here/],
  ['root.val().matches(/x/gi)', /marked with i/],
  ['root.val().matches(/a^b/)', /only at the beginning/],
  ['root.val().matches(/a$b/)', /only at the end/],
  ['root.val().matches(/(a/)', /no pattern: .*missing closing \)/],
  ['root.val().matches(/a**/)', /no pattern: .*invalid nested repetition operator/],
  ['root.val().matches(/a{1001}/)', /no pattern: .*invalid repeat count/],
  ['root.val().matches(/[]/)', /no pattern: .*missing closing \]/],
  ['query.foo == 1', /There is no foo/],
  ['true; false', /has no ;/],
  ['var x = 8', /ends before/],
  ['root = 5', /has no =/],
  ['(true', /\) must stand/],
  ["'open", /no end/],
  ['', /A value must stand/],
  ['true true', /ends before this/],
])('%s is rejected', (expression, why) => expect(() => judge(expression)).toThrow(why));

test('a pattern takes time linear in the length of the text', () => {
  const text = (count: number) => `'${'a'.repeat(count)}!'`;
  for (const pattern of ['^(a+)+$', '^(a*)*$', '^(a|a)*$', '^(a|aa)+$'])
    for (const count of [60, 50_000]) expect(judge(`!${text(count)}.matches(/${pattern}/)`)).toBeNull();
});

test('a denial shows the pattern as written', () =>
  expect(judge("root.child('text').val().matches(/^x\\/[/]/i)")?.expression?.problem).toBe(
    "it is asked of 'bar' with /^x\\/[/]/i",
  ));

test('rules see the query', () => {
  const expression = `query.orderByChild == 'owner' && query.equalTo == auth.uid && query.limitToFirst <= 10`;
  const asked = { orderBy: { child: 'owner' }, equalTo: { value: 'bob' }, limitToFirst: 10 } as const;
  expect(judge(expression, asked)).toBeNull();
  expect(judge(expression, { ...asked, limitToFirst: 11 })).not.toBeNull();
  expect(judge(expression, { ...asked, equalTo: { value: 'ada' } })).not.toBeNull();
  expect(judge(expression)).not.toBeNull();
  const range = { orderBy: 'value', startAt: { value: 'a' }, endAt: { value: 3 }, limitToLast: 2 } as const;
  expect(
    judge(
      "query.orderByValue && query.startAt == 'a' && query.endAt == 3 && query.equalTo == null && query.limitToLast == 2",
      range,
    ),
  ).toBeNull();
});
