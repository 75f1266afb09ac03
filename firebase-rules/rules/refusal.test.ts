/** Text of a refusal: the rule that came nearest, and the smallest part of it that was false or failed. */
import { describe, expect, test } from 'vitest';
import { decide } from './asking.fixture.ts';
import { testRules } from './testing/documents.ts';

const functions = `function isText(value, most) { return value is string && value.size() <= most; }
      function role() { return get(/databases/$(database)/documents/roles/$(request.auth.uid)).data.role; }`;
const documents = { 'roles/ada': { role: 'viewer' } };

/** Explanation without its beginning, which names the caller and the access. */
const why = (condition: string, data = {}) =>
  decide(condition, { functions, documents, data }).refusal?.message.replace(
    /^get of docs\/d is denied to ada: /,
    '',
  );

describe('the part that was false or failed', () => {
  test.each([
    ['false', {}, 'the rule at line 7 needs false, which is false: it never holds.'],
    [
      'resource.data.n == 3',
      { n: 4 },
      'the rule at line 7 needs resource.data.n == 3, which is false: resource.data.n is 4.',
    ],
    [
      'true && resource.data.n > resource.data.m && false',
      { n: 1, m: 2 },
      'the rule at line 7 needs resource.data.n > resource.data.m, which is false: resource.data.n is 1 and resource.data.m is 2.',
    ],
    [
      'resource.data.n == 3',
      { m: 'x' },
      "the rule at line 7 needs resource.data.n, which fails: there is no field n in {m: 'x'}.",
    ],
    [
      "resource.data.n + 'a' == 'b'",
      { n: 1 },
      "the rule at line 7 needs resource.data.n + 'a', which fails: + is not for the int 1 and the string 'a'.",
    ],
    [
      '!(resource.data.n == 3)',
      { n: 3 },
      'the rule at line 7 needs !(resource.data.n == 3), which is false: resource.data.n == 3 is true.',
    ],
    [
      'resource.data.yes ? resource.data.n == 3 : true',
      { yes: true, n: 1 },
      'the rule at line 7 needs resource.data.n == 3, which is false: resource.data.n is 1.',
    ],
    [
      'isText(resource.data.text, 3)',
      { text: 'long' },
      'the rule at line 7 needs value.size() <= most (line 5) in isText(resource.data.text, 3) (line 7), which is false: value.size() is 4 and most is 3.',
    ],
    [
      "role() in ['admin', 'owner']",
      {},
      "the rule at line 7 needs role() in ['admin', 'owner'], which is false: role() is 'viewer'.",
    ],
    [
      "resource.data.keys().hasOnly(['a', 'b'])",
      { a: 1, c: 2, d: 3 },
      "the rule at line 7 needs resource.data.keys().hasOnly(['a', 'b']), which is false: it also has 'c', 'd'.",
    ],
    [
      "resource.data.keys().hasAll(['a', 'b'])",
      { a: 1 },
      "the rule at line 7 needs resource.data.keys().hasAll(['a', 'b']), which is false: it lacks 'b'.",
    ],
    [
      "resource.data.open == true || (request.auth.uid == 'ada' && resource.data.n == 1) || false",
      { open: false, n: 2 },
      'the rule at line 7 needs resource.data.n == 1, which is false: resource.data.n is 2; nor does resource.data.open == true, nor false.',
    ],
    [
      "exists(/databases/$(database)/documents/roles/$('lin'))\n        // really\n        && true",
      {},
      "the rule at line 7 needs exists(/databases/$(database)/documents/roles/$('lin')), which is false: /databases/$(database)/documents/roles/$('lin') is /databases/(default)/documents/roles/lin.",
    ],
  ])('%s', (condition, data, message) => {
    expect(why(condition, data)).toBe(message);
  });

  test('is also returned as data', () => {
    expect(decide('true &&\n  resource.data.n == 3', { data: { n: 4 } }).refusal).toMatchObject({
      service: 'firestore',
      method: 'get',
      path: 'docs/d',
      rule: { line: 6, column: 7, text: 'allow read, write: if true && resource.data.n == 3' },
      expression: { line: 7, column: 3, text: 'resource.data.n == 3', problem: 'resource.data.n is 4' },
    });
  });

  test('long values are truncated', () => {
    const message = why("resource.data.text == 'x'", { text: 'y'.repeat(500) });
    expect(message).toContain("resource.data.text is 'yyy");
    expect(message?.length).toBeLessThan(250);
  });
});

describe('the closest rule', () => {
  const source = `service cloud.firestore { match /databases/{d}/documents {
    match /docs/{id} {
      allow get: if false;
      allow get: if request.auth != null && request.auth.uid == 'lin';
      allow get: if request.auth == null;
      allow create: if true;
    }
    match /{any=**} { allow list; }
  } }`;
  const person = testRules(source).as('ada');

  test('is the one with the most satisfied parts', () => {
    expect(person.get('docs/a').refusal).toMatchObject({
      rule: { line: 4 },
      message: expect.stringContaining("request.auth.uid is 'ada'") as string,
    });
  });

  test('is missing when no rule is for the method', () => {
    expect(person.delete('docs/a').refusal).toMatchObject({
      rule: null,
      expression: null,
      message:
        'delete of docs/a is denied to ada: no rule at this path is for delete (line 3 is for get; line 4 is for get; line 5 is for get; line 6 is for create; line 8 is for list).',
    });
  });

  test('is missing when no rule matches the path', () => {
    const nothing = testRules('service cloud.firestore { match /databases/{d}/documents { } }').as(null);
    expect(nothing.get('a/1').refusal?.message).toBe(
      'get of a/1 is denied to a visitor who is not signed in: no match covers this path.',
    );
  });
});

test('a denial shows the documents as they were at the decision', () => {
  const decision = decide("role() == 'owner'", { functions, documents });
  expect(decision.refusal?.message).toContain("role() is 'viewer'");
  expect(decision.refusal).toBe(decision.refusal);
});
