/** Rulesets: rules of several places together, and the texts of mistakes and refusals. */
import { expect, test } from 'vitest';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { fromWire, type TreeNode } from '#query/tree/node.ts';
import { RulesError } from '../rules/rules-error.ts';
import { compileDatabaseRules } from './rules.ts';

const ada = { uid: 'ada', provider: 'password', token: {} };
const keysOf = (path: string) => path.split('/').filter((key) => key !== '');

function stage(rules: Json, data: Json = null) {
  const judge = compileDatabaseRules(JSON.stringify({ rules }));
  const root = fromWire(data);
  const refusal = (values: Readonly<Record<string, Json>>, auth: typeof ada | null = ada) => {
    const places = Object.keys(values).map(keysOf);
    const after = Object.entries(values).reduce(
      (tree: TreeNode, [path, value]) => tree.with(keysOf(path), fromWire(value)),
      root,
    );
    return judge.write({ auth, now: 0, before: root, after, places });
  };
  return {
    refusal,
    reads: (path: string | RealtimeQuery, auth: typeof ada | null = ada) =>
      judge.read({ auth, now: 0, root, query: normalQuery(path) }).refusal === null,
    looked: (path: string) =>
      judge
        .read({ auth: ada, now: 0, root, query: normalQuery(path) })
        .looked.map((keys) => keys.join('/'))
        .toSorted(),
    writes: (values: Readonly<Record<string, Json>>, auth: typeof ada | null = ada) =>
      refusal(values, auth) === null,
  };
}

test('a path can have any name', () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
  const rules = Object.fromEntries(names.map((name) => [name, { '.read': true }]));
  const { reads } = stage(JSON.parse(JSON.stringify(rules)) as Json);
  for (const name of names) expect(reads(name)).toBe(true);
  expect(reads('valueOf')).toBe(false);
});

test('paths without a rule are denied', () => {
  const { reads, refusal } = stage({ here: { '.read': true } });
  expect([reads('here'), reads('here/below'), reads('there'), reads('')]).toEqual([true, true, false, false]);
  expect(refusal({ here: 1 })?.message).toBe(
    'write of /here is denied to ada: no .write rule covers this path.',
  );
});

test('permission to read or write a path includes all paths below, whatever their rules', () => {
  const rules = { a: { '.read': true, '.write': 'auth != null', b: { '.read': false, '.write': false } } };
  const { reads, writes } = stage(rules);
  expect(reads('a/b/c', null)).toBe(true);
  expect(writes({ 'a/b/c': 1 })).toBe(true);
  expect(writes({ 'a/b/c': 1 }, null)).toBe(false);
});

test('a rule without a value defers to deeper rules', () => {
  const { reads } = stage({ '.read': 'auth.none.length > 1', a: { '.read': true } });
  expect([reads(''), reads('a')]).toEqual([false, true]);
});

test('a capture matches keys without a rule of their own', () => {
  const { reads, writes } = stage({
    rooms: {
      lobby: { '.read': true },
      $room: { $person: { '.read': '$room == $person && $person == auth.uid' } },
    },
    $any: { '.write': "$any == 'x'" },
  });
  expect([reads('rooms/lobby/deep'), reads('rooms/ada/ada'), reads('rooms/ada/ben')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([writes({ 'x/y': 1 }), writes({ z: 1 })]).toEqual([true, false]);
});

test('data is the stored and newData the new value at the rule’s path', () => {
  const { writes } = stage(
    {
      $id: { '.write': "data.child('owner').val() == auth.uid && newData.child('owner').val() == auth.uid" },
    },
    { one: { owner: 'ada' }, two: { owner: 'ben' } },
  );
  expect(writes({ 'one/text': 'x' })).toBe(true);
  expect(writes({ one: { text: 'x' } })).toBe(false);
  expect(writes({ 'two/owner': 'ada' })).toBe(false);
});

test('written data must be valid at its path, above and below', () => {
  const rules = {
    '.write': true,
    widget: {
      '.validate': "newData.hasChildren(['color', 'size'])",
      size: { '.validate': 'newData.isNumber() && newData.val() > 0' },
      color: { '.validate': "root.child('colors').hasChild(newData.val())" },
      $other: { '.validate': false },
    },
    list: { $item: { name: { '.validate': 'newData.isString()' } } },
  };
  const empty = stage(rules, { colors: { red: true } });
  expect(empty.writes({ widget: { color: 'red', size: 3 } })).toBe(true);
  expect(empty.writes({ widget: { color: 'red' } })).toBe(false);
  expect(empty.writes({ widget: { color: 'mauve', size: 3 } })).toBe(false);
  expect(empty.writes({ widget: { color: 'red', size: -3 } })).toBe(false);
  expect(empty.writes({ widget: { color: 'red', size: 3, weight: 1 } })).toBe(false);
  expect(empty.writes({ 'widget/size': 3 })).toBe(false);
  expect(empty.writes({ 'widget/size': 3, 'widget/color': 'red' })).toBe(true);
  expect(empty.writes({ list: { a: { name: 'x' }, b: { name: 1 } } })).toBe(false);
  expect(empty.writes({ list: { a: { name: 'x' }, b: { other: 1 } } })).toBe(true);

  const full = stage(rules, { colors: { red: true }, widget: { color: 'red', size: 3 } });
  expect(full.writes({ 'widget/size': 9 })).toBe(true);
  expect(full.writes({ widget: null })).toBe(true);
  // The rest of the widget is not valid without its size.
  expect(full.writes({ 'widget/size': null })).toBe(false);
});

test('the result of an update as a whole is validated at each of its paths', () => {
  const { writes } = stage(
    {
      balance: {
        $who: { '.write': "newData.parent().child('ada').val() + newData.parent().child('ben').val() == 10" },
      },
      log: { '.write': "newData.val() == newData.parent().child('balance/ada').val()" },
    },
    { balance: { ada: 5, ben: 5 } },
  );
  expect(writes({ 'balance/ada': 4 })).toBe(false);
  expect(writes({ 'balance/ada': 4, 'balance/ben': 6, log: 4 })).toBe(true);
  expect(writes({ 'balance/ada': 4, 'balance/ben': 6, log: 5 })).toBe(false);
});

test('a priority is authorized as a write of its path', () => {
  const { writes } = stage(
    { a: { '.write': "newData.getPriority() == 'high'", '.validate': 'newData.val() == 1' } },
    { a: 1 },
  );
  expect(writes({ 'a/.priority': 'high' })).toBe(true);
  expect(writes({ 'a/.priority': 'low' })).toBe(false);
});

test('a read reports the paths that decided', () => {
  const { looked } = stage(
    {
      open: { '.read': 'auth != null' },
      $team: {
        '.read': "root.child('members').child(auth.uid).exists() && data.child('open').val() != false",
      },
    },
    { members: { ada: true } },
  );
  expect(looked('open')).toEqual([]);
  expect(looked('red/x')).toEqual(['members/ada', 'red/open']);
});

test('an index is identified by its order', () => {
  const rules = compileDatabaseRules(
    '{"rules": {"dinos": {".indexOn": ["height", "size/feet"]}, "scores": {".indexOn": ".value"}, "$x": {"$y": {".indexOn": "n"}}}}',
  );
  const missing = (path: string, orderBy: RealtimeQuery['orderBy'] & {}) =>
    rules.missingIndex(normalQuery({ path, orderBy, limitToFirst: 1 }));
  expect(missing('dinos', { child: 'height' })).toBeNull();
  expect(missing('dinos', { child: 'size/feet' })).toBeNull();
  expect(missing('scores', 'value')).toBeNull();
  expect(missing('a/b', { child: 'n' })).toBeNull();
  expect(missing('dinos', 'key')).toBeNull();
  expect(missing('dinos', 'priority')).toBeNull();
  expect(missing('dinos', { child: 'weight' })).toEqual({ path: '/dinos', index: 'weight' });
  expect(missing('dinos', 'value')).toEqual({ path: '/dinos', index: '.value' });
  expect(missing('elsewhere', { child: 'n' })).toEqual({ path: '/elsewhere', index: 'n' });
});

const commented = `{
  // Permissions by role.
  "rules": {
    "rooms": { /* each room */
      "$room": {
        ".read": "auth != null && root.child('members').child(auth.uid).exists() &&
          $room != 'secret'",
        ".validate": "newData.val() == \\"a\\" && oops",
      },
    },
    ".write": 7
  }
}`;

test('mistakes are reported with their places, all at once', () => {
  const problems = (source: string) => {
    try {
      compileDatabaseRules(source);
    } catch (error) {
      if (error instanceof RulesError)
        return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
      throw error;
    }
    return [];
  };
  expect(problems(commented.replace('&&\n          ', '&& '))).toEqual([
    '7:49 Nothing is called oops here.',
    '10:15 A rule is a text, true or false.',
  ]);
  expect(problems(commented)).toEqual(['6:18 This text has no end.']);
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /1:1 A value must stand here/],
    ['[]', /an object that holds "rules"/],
    ['{"rule": {}}', /an object that holds "rules"/],
    ['{"rules": {}, "more": 1}', /1:15 A ruleset holds "rules" and nothing else/],
    ['{"rules": 1}', /is written as an object/],
    ['{"rules": {".reed": true}}', /There is no \.reed/],
    ['{"rules": {"$a": {}, "$b": {}}}', /\$a stands for every other child/],
    ['{"rules": {"$a": {"$a": {}}}}', /captured further up/],
    ['{"rules": {"$a-b": {}}}', /A capture is a dollar and a name/],
    ['{"rules": {"a.b": {}}}', /A key holds none of/],
    ['{"rules": {"a": {}, "a": {}}}', /a is here twice/],
    ['{"rules": {".indexOn": [1]}}', /a text or a list of texts/],
    ['{"rules": {"a": tru}}', /A value must stand here/],
    ['{"rules": {"a" 1}}', /A colon must follow/],
    ['{"rules": {a: 1}}', /double quotes/],
    ['{"rules": {} } x', /end before this/],
    ['{"rules": {".read": "\\q"}}', /JSON has no \\q/],
    ['{"rules": {".write": "query.startAt == 1"}}', /Nothing is called query/],
  ];
  for (const [source, why] of wrong)
    expect({ source, said: problems(source)[0] }).toEqual({ source, said: expect.stringMatching(why) });
});

test('a denial names the rule, its line and the smallest failing part', () => {
  const source = `{
  "rules": {
    "rooms": {
      "$room": {
        ".write": "auth != null && (auth.uid == 'ben' || root.child('owners').child($room).val() === auth.uid)",
        "text": { ".validate": "newData.isString() && newData.val().length <= 3" }
      }
    }
  }
}`;
  const rules = compileDatabaseRules(source);
  const before = fromWire({ owners: { red: 'cy', blue: 'ada' } });
  const write = (path: string, value: Json, auth: typeof ada | null = ada) => {
    const keys = keysOf(path);
    return rules.write({ auth, now: 0, before, after: before.with(keys, fromWire(value)), places: [keys] });
  };
  expect(write('rooms/blue/text', 'abc')).toBeNull();
  expect(write('rooms/red/text', 'abc')).toEqual({
    service: 'database',
    method: 'write',
    path: 'rooms/red/text',
    rule: {
      line: 5,
      column: 20,
      text: "auth != null && (auth.uid == 'ben' || root.child('owners').child($room).val() === auth.uid)",
    },
    expression: {
      line: 5,
      column: 58,
      text: "root.child('owners').child($room).val() === auth.uid",
      problem: "the left side is 'cy' and the right side 'ada'",
    },
    message:
      "write of /rooms/red/text is denied to ada: the .write rule of /rooms/$room at line 5 needs root.child('owners').child($room).val() === auth.uid, which is false: the left side is 'cy' and the right side 'ada'.",
  });
  expect(write('rooms/blue/text', 'abcd')).toMatchObject({
    rule: { line: 6 },
    expression: { text: 'newData.val().length <= 3', problem: 'the left side is 4 and the right side 3' },
  });
  expect(write('rooms/blue', { text: 7 })).toMatchObject({
    path: 'rooms/blue/text',
    expression: {
      text: 'newData.isString()',
      problem: 'it is asked of the data at /rooms/blue/text, which is 7',
    },
  });
  expect(write('rooms/red', 1, null)?.message).toContain(
    'is denied to a visitor who is not signed in: the .write rule of /rooms/$room at line 5 needs auth != null, which is false: the left side is null and the right side null.',
  );
});
