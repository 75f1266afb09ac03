/** Test API of rules: an access changes nothing, and mistakes of its use are reported. */
import { expect, test } from 'vitest';
import { query, where } from '#ports/docs/query.ts';
import { increment, serverTimestamp } from '#ports/docs/values.ts';
import { RulesError, testDatabaseRules, testFileRules, testRules } from '../../index.ts';

const source = (condition: string) =>
  `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /docs/{id} { allow read, write: if ${condition}; } } }`;

test('a decision changes no data', () => {
  const person = testRules(source('resource == null || resource.data.n == 1'), { 'docs/a': { n: 1 } }).as(
    'ada',
  );
  expect(person.set('docs/a', { n: 2 }).allowed).toBe(true);
  expect(person.delete('docs/a').allowed).toBe(true);
  expect(person.get('docs/a').allowed).toBe(true);
});

test('field operations are resolved before the decision', () => {
  const condition =
    'request.resource.data.n == resource.data.n + 1 && request.resource.data.at == request.time && request.resource.data.kept';
  const person = testRules(source(condition), { 'docs/a': { n: 1, kept: true } }).as('ada');
  const changes = { n: increment(1), at: serverTimestamp() };
  expect(person.update('docs/a', changes).refusal).toBeNull();
  expect(person.set('docs/a', changes, { merge: true }).refusal).toBeNull();
  expect(person.set('docs/a', changes).allowed).toBe(false);
});

test('a batch is decided write by write with the state after it', () => {
  const after = '/databases/$(d)/documents/docs';
  const person = testRules(source(`id == 'b' || getAfter(${after}/b).data.n == 1 && !exists(${after}/b)`)).as(
    null,
  );
  const a = { type: 'set', path: 'docs/a', data: {} } as const;
  const b = { type: 'set', path: 'docs/b', data: { n: 1 } } as const;
  expect(person.write(a, b)).toMatchObject({ allowed: true, lookups: ['docs/b'] });
  expect(person.write(a).refusal?.path).toBe('docs/a');
  expect(person.write(b, { type: 'update', path: 'docs/b', changes: { n: 2 } }, a).allowed).toBe(false);
});

test('a list is allowed when every possible result is', () => {
  const person = testRules(source('resource.data.owner == request.auth.uid'), {
    'docs/a': { owner: 'lin' },
  }).as('ada');
  expect(person.list(query('docs', where('owner', '==', 'ada'))).refusal).toBeNull();
  expect(person.list('docs').refusal?.method).toBe('list');
  expect(() => person.list('docs/a')).toThrow(TypeError);
});

test('claims and time are set by the test', () => {
  const condition = "request.auth.token.role == 'admin' && request.time.year() == 2020";
  const rules = testRules(source(condition), {}, { time: Date.UTC(2020, 5, 1) });
  expect(rules.as({ uid: 'ada', token: { role: 'admin' } }).get('docs/a').refusal).toBeNull();
  expect(rules.as('ada').get('docs/a').allowed).toBe(false);
});

test('a test user has the hosted service’s token by default', () => {
  const token = `request.auth.token.sub == 'ada' && request.auth.token.user_id == request.auth.uid
    && request.auth.token.firebase.sign_in_provider == 'custom' && request.auth.token.firebase.identities == {}`;
  const rules = testRules(source(token));
  expect(rules.as('ada').get('docs/a').refusal).toBeNull();
  expect(rules.as({ uid: 'ada' }).get('docs/a').refusal).toBeNull();
  expect(rules.as({ uid: 'ada', token: { role: 'admin' } }).get('docs/a').refusal).toBeNull();
  expect(rules.as('ben').get('docs/a').allowed).toBe(false);
  const anonymous = { firebase: { identities: {}, sign_in_provider: 'anonymous' } };
  expect(rules.as({ uid: 'ada', token: anonymous }).get('docs/a').allowed).toBe(false);
});

test('a test user of database rules has the token too', () => {
  const rules = testDatabaseRules(
    `{"rules": {".read": "auth.token.sub == auth.uid && auth.provider == 'custom' && auth.token.firebase.sign_in_provider == 'custom'"}}`,
  );
  expect(rules.as('ada').get('').refusal).toBeNull();
  const anonymous = { firebase: { sign_in_provider: 'anonymous' } };
  expect(rules.as({ uid: 'ada', token: anonymous }).get('').allowed).toBe(false);
});

test('a file under test has checksums, and an etag when it is stored', () => {
  const rules = (condition: string) =>
    testFileRules(`service firebase.storage { match /b/{b}/o/{f} { allow read, write: if ${condition}; } }`, {
      a: { crc32c: 'AAAAAQ==' },
    }).as(null);
  const all = "['md5Hash', 'crc32c', 'size', 'name', 'bucket', 'metadata']";
  const later = "['etag', 'generation', 'metageneration', 'timeCreated', 'updated']";
  expect(
    rules(`resource.keys().hasAll(${all}) && resource.keys().hasAll(${later})`).get('a').refusal,
  ).toBeNull();
  const sent = `request.resource.keys().hasAll(${all}) && !request.resource.keys().hasAny(${later})`;
  expect(rules(sent).upload('b').refusal).toBeNull();
  expect(
    rules(`${sent} && request.resource.crc32c == resource.crc32c`).updateMetadata('a', {}).refusal,
  ).toBeNull();
});

test('invalid test requests throw', () => {
  expect(() => testRules('nonsense')).toThrow(RulesError);
  expect(() => testRules(source('true'), { docs: {} })).toThrow(TypeError);
  expect(() => testRules(source('true')).as(null).get('docs')).toThrow(TypeError);
  expect(() => testFileRules(source('true'))).toThrow('These are rules of cloud.firestore');
  expect(() => testFileRules('service firebase.storage { }').as(null).get('/a')).toThrow(TypeError);
});

test('warnings name conditions that can never hold', () => {
  expect(testRules(source('nope()')).warnings).toMatchObject([{ message: 'There is no function nope.' }]);
});

test('coverage counts how often each allow was evaluated and held', () => {
  const rules = testRules(`rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
    match /docs/{id} {
      allow get: if request.auth != null;
      allow list: if request.auth.uid == resource.data.by;
      allow write;
    }
    match /kept/{id} { allow read: if false; }
  } }`);
  const counts = () => rules.coverage().map(({ line, held, failed }) => [line, held, failed]);
  expect(counts()).toEqual([
    [3, 0, 0],
    [4, 0, 0],
    [5, 0, 0],
    [7, 0, 0],
  ]);
  rules.as('ada').get('docs/a');
  rules.as(null).get('docs/a');
  rules.as('ada').list(query('docs', where('by', '==', 'ada')));
  rules.as('ada').list('docs');
  rules.as('ada').write({ type: 'set', path: 'docs/a', data: {} }, { type: 'delete', path: 'docs/a' });
  expect(counts()).toEqual([
    [3, 1, 1],
    [4, 1, 1],
    [5, 2, 0],
    [7, 0, 0],
  ]);
  expect(rules.coverage()[1]).toMatchObject({
    text: 'allow list: if request.auth.uid == resource.data.by',
    methods: ['list'],
  });
});
