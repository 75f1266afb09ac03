/** Match blocks that cover a path, and the values of their wildcards. */
import { describe, expect, test } from 'vitest';
import { testFileRules } from './testing/files.ts';
import { testRules } from './testing/documents.ts';

const rules = (body: string, version = "rules_version = '2';") =>
  testRules(`${version} service cloud.firestore { match /databases/{database}/documents { ${body} } }`).as(
    'ada',
  );

/** The paths of documents that the rules allow to be read. */
function readable(body: string, paths: readonly string[], version?: string): readonly string[] {
  const person = rules(body, version);
  return paths.filter((path) => person.get(path).allowed);
}

const paths = ['a/1', 'a/1/b/2', 'a/1/b/2/c/3', 'b/2', 'z/9'];

describe('blocks', () => {
  test.each([
    ['match /a/{x} { allow get; }', ['a/1']],
    ['match /{x}/1 { allow get; }', ['a/1']],
    ['match /a/1 { match /b/{y} { allow get; } }', ['a/1/b/2']],
    [
      'match /a/{x} { allow get; match /b/{y} { allow list; match /c/{z} { allow read; } } }',
      ['a/1', 'a/1/b/2/c/3'],
    ],
    ['match /a/{x} { allow write; }', []],
    ['match /{all=**} { allow get; }', paths],
    ['match /a/{rest=**} { allow get; }', ['a/1', 'a/1/b/2', 'a/1/b/2/c/3']],
    ['match /a/1/{rest=**} { allow get; }', ['a/1', 'a/1/b/2', 'a/1/b/2/c/3']],
    ['match /{before=**}/b/{y} { allow get; }', ['a/1/b/2', 'b/2']],
    ['match /{before=**}/{c}/3 { allow get; }', ['a/1/b/2/c/3']],
    ['match /a/{x=**} { match /c/{z} { allow get; } }', ['a/1/b/2/c/3']],
    ['match /a/{x} { allow get: if false; } match /{y}/1 { allow get; }', ['a/1']],
  ])('%s', (body, expected) => {
    expect(readable(body, paths)).toEqual(expected);
  });

  test('in version 1 {x=**} matches at least one segment', () => {
    expect(readable('match /a/1/{rest=**} { allow get; }', paths, '')).toEqual(['a/1/b/2', 'a/1/b/2/c/3']);
    expect(readable('match /{all=**} { allow get; }', paths, "rules_version = '1';")).toEqual(paths);
  });
});

describe('wildcards', () => {
  test.each([
    ["match /a/{x}/b/{y} { allow get: if database == '(default)' && x == '1' && y == '2'; }", 'a/1/b/2'],
    ["match /a/{x} { match /b/{x} { allow get: if x == '2'; } }", 'a/1/b/2'],
    ["match /a/{x} { function f() { return x; } match /b/{x} { allow get: if f() == '1'; } }", 'a/1/b/2'],
    ["match /{p=**} { allow get: if p is path && p[1] == '1' && p == /a/1/b/2; }", 'a/1/b/2'],
    ["match /a/{x}/{p=**} { allow get: if x == '1' && p == path(''); }", 'a/1'],
    ["match /{p=**}/c/{z} { allow get: if p == /a/1/b/2 && z == '3'; }", 'a/1/b/2/c/3'],
    [
      "match /a/{x} { function f(x) { let y = x; return y; } allow get: if f('7') == '7' && x == '1'; }",
      'a/1',
    ],
  ])('%s', (body, path) => {
    expect(rules(body).get(path).refusal).toBeNull();
  });

  test('are visible in their own block only', () => {
    const body = "match /a/{x} { allow get; } match /b/{y} { allow get: if x == '2'; }";
    expect(rules(body).get('b/2').refusal?.message).toContain('nothing here is named x');
  });
});

test('functions are looked up from the inside out, before and after their call', () => {
  const source = `function one() { return 'outside'; }
    service cloud.firestore {
      function two() { return one(); }
      match /databases/{database}/documents {
        match /a/{x} {
          allow get: if one() == 'inside' && two() == 'outside' && three();
          function one() { return 'inside'; }
        }
        function three() { return one() == 'outside'; }
      }
    }`;
  expect(testRules(source).as(null).get('a/1').refusal).toBeNull();
});

describe('methods', () => {
  const person = rules(
    'match /a/{x} { allow create, delete; } match /b/{x} { allow update; } match /c/{x} { allow write; } match /d/{x} { allow read; }',
  );

  test('a set is a create for a missing document and an update for an existing one', () => {
    const stored = testRules(
      'service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow create; } match /b/{x} { allow update; } } }',
      { 'a/1': {}, 'b/1': {} },
    ).as(null);
    expect([person.set('a/1', {}).allowed, person.set('b/1', {}).allowed]).toEqual([true, false]);
    expect([stored.set('a/1', {}).allowed, stored.set('b/1', {}, { merge: true }).allowed]).toEqual([
      false,
      true,
    ]);
  });

  test('write covers create, update and delete, and read covers get and list', () => {
    const allowed = (path: string) => [
      person.set(path, {}).allowed,
      person.update(path, {}).allowed,
      person.delete(path).allowed,
      person.get(path).allowed,
    ];
    expect(['a/1', 'b/1', 'c/1', 'd/1', 'e/1'].map(allowed)).toEqual([
      [true, false, true, false],
      [false, true, false, false],
      [true, true, true, false],
      [false, false, false, true],
      [false, false, false, false],
    ]);
  });
});

test('match buckets, folders and names of files', () => {
  const source = `rules_version = '2'; service firebase.storage { match /b/{bucket}/o {
    match /open/{all=**} { allow read: if bucket == 'bucket' && request.path[0] == 'b'; }
    match /mine/{uid}/{name} {
      allow create: if uid == request.auth.uid && request.resource.name == 'mine/ada/' + name;
      allow update: if resource.size < request.resource.size && resource.metadata.tag == 'x';
      allow delete: if request.resource == null;
      allow get: if resource == null;
    }
  } }`;
  const person = testFileRules(source, { 'mine/ada/b': { size: 1, metadata: { tag: 'x' } } }).as('ada');
  expect(person.get('open/a/b/c').refusal).toBeNull();
  expect(person.list('open').refusal).toBeNull();
  expect(person.upload('mine/ada/a').refusal).toBeNull();
  expect(person.upload('mine/lin/a').allowed).toBe(false);
  expect(person.upload('mine/ada/b', { size: 2 }).refusal).toBeNull();
  expect(person.updateMetadata('mine/ada/b', { contentType: 'image/png' }).allowed).toBe(false);
  expect(person.delete('mine/ada/b').refusal).toBeNull();
  expect(person.get('mine/ada/none').refusal).toBeNull();
});
