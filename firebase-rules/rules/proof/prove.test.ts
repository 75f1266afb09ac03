import { describe, expect, it } from 'vitest';
import {
  and,
  documentId,
  field,
  limit,
  limitToLast,
  matching,
  or,
  orderBy,
  type Query,
  query,
  where,
} from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { DocRef, type DocData, Timestamp } from '#ports/docs/values.ts';
import { compileDocRules } from '../rules.ts';
import { proveList } from './prove.ts';

const documents: Readonly<Record<string, DocData>> = {
  'people/ann': { role: 'owner' },
  'people/bob': { role: 'guest' },
};

function prove(rules: string, asked: Query, uid: string | null = 'ann', version = 2) {
  const source = `rules_version = '${version}';
service cloud.firestore {
  match /databases/{database}/documents {
    function person() { return get(/databases/$(database)/documents/people/$(request.auth.uid)).data; }
    ${rules}
  }
}`;
  const get = (path: string) => documents[path] ?? null;
  const auth = uid === null ? null : { uid, token: { admin: true, team: 'red' } };
  return proveList(compileDocRules(source), { query: asked, auth, time: 5_000_000 }, { get, getAfter: get });
}

/** A rule for the collection `docs`. */
const docs = (condition: string) => `match /docs/{id} { allow list: if ${condition}; }`;
const allows = (condition: string, asked: Query) => prove(docs(condition), asked).allowed;
const why = (condition: string, asked: Query) => prove(docs(condition), asked).refusal?.message;

const proven: readonly (readonly [string, Query])[] = [
  ['resource.data.author == request.auth.uid', query('docs', where('author', '==', 'ann'))],
  ['request.auth.uid == resource.data.author', query('docs', where('author', '==', 'ann'))],
  ['resource.data.author in [request.auth.uid, "all"]', query('docs', where('author', 'in', ['all', 'ann']))],
  ['request.auth.uid in resource.data.people', query('docs', where('people', 'array-contains', 'ann'))],
  ['resource.data.tags.hasAny(["a", "b"])', query('docs', where('tags', 'array-contains-any', ['a', 'b']))],
  ['resource.data.tags.hasAll(["a"])', query('docs', where('tags', 'array-contains', 'a'))],
  ['["a", "b"].hasAny(resource.data.tags)', query('docs', where('tags', 'array-contains', 'b'))],
  ['resource.data.age >= 18', query('docs', where('age', '>', 20))],
  ['resource.data.age < 18', query('docs', where('age', '>', 1), where('age', '<=', 17))],
  ['18 <= resource.data.age', query('docs', where('age', '==', 18))],
  ['resource.data.age != 5', query('docs', where('age', '>', 5))],
  ['resource.data.state != "secret"', query('docs', where('state', '!=', 'secret'))],
  ['!(resource.data.state in ["a", "b"])', query('docs', where('state', 'not-in', ['a', 'b', 'c']))],
  ['resource.data.state != null', query('docs', where('state', '!=', 'x'))],
  ['resource.data.public', query('docs', where('public', '==', true))],
  ['!resource.data.hidden', query('docs', where('hidden', '==', false))],
  ['resource.data.at is timestamp', query('docs', where('at', '<', new Timestamp(9, 0)))],
  ['resource.data.at < request.time', query('docs', where('at', '<', new Timestamp(5, 0)))],
  ['"x" in resource.data', query('docs', orderBy('x'))],
  ['resource.data.keys().hasAll(["x", "y"])', query('docs', where('x', '==', 1), orderBy('y'))],
  ['resource.data.get("x", 1) == 1', query('docs', where('x', '==', 1))],
  ['resource.data.owner.id == "ann"', query('docs', where('owner.id', '==', 'ann'))],
  ['resource.data.roles[request.auth.uid] == "owner"', query('docs', where('roles.ann', '==', 'owner'))],
  [
    'resource.data.at == /databases/$(database)/documents/people/ann',
    query('docs', where('at', '==', new DocRef('people/ann'))),
  ],
  ['id == "one"', query('docs', where(documentId, '==', 'one'))],
  ['resource.id in ["one", "two"]', query('docs', where(documentId, 'in', ['one', 'two']))],
  [
    'resource.__name__ == /databases/$(database)/documents/docs/one',
    query('docs', where(documentId, '==', 'one')),
  ],
  ['person().role == "owner"', query('docs')],
  [
    'exists(/databases/$(database)/documents/people/$(resource.data.who))',
    query('docs', where('who', '==', 'bob')),
  ],
  ['request.auth.token.team == resource.data.team', query('docs', where('team', '==', 'red'))],
  ['request.query.limit <= 10', query('docs', limit(10))],
  ['request.query.limit <= 10', query('docs', orderBy('x'), limitToLast(3))],
  ['request.query.orderBy.at == "DESC"', query('docs', orderBy('at', 'desc'))],
  ['request.method == "list"', query('docs')],
  ['resource != null && resource.data is map', query('docs')],
  ['resource.data.missing == 1 || true', query('docs')],
  [
    '(resource.data.a == 1 ? resource.data.b : resource.data.c) == 2',
    query('docs', where('a', '==', 1), where('b', '==', 2)),
  ],
  [
    'resource.data.a == 1 ? true : resource.data.b == 2',
    query('docs', matching(or(field('a', '==', 1), and(field('a', '!=', 1), field('b', '==', 2))))),
  ],
  [
    'resource.data.private == false || request.auth.uid in resource.data.people',
    query('docs', matching(or(field('private', '==', false), field('people', 'array-contains', 'ann')))),
  ],
];

const open: readonly (readonly [string, Query])[] = [
  ['resource.data.author == request.auth.uid', query('docs')],
  ['resource.data.author == request.auth.uid', query('docs', where('author', 'in', ['ann', 'bob']))],
  [
    'resource.data.author == request.auth.uid',
    query('docs', where('author', '>=', 'ann'), where('author', '<=', 'anna')),
  ],
  ['resource.data.age >= 18', query('docs', where('age', '>', 17))],
  // A query counts NaN among the numbers, and below them all.
  ['resource.data.age < 18', query('docs', where('age', '<', 5))],
  ['resource.data.a in [0]', query('docs', where('a', '==', 0))],
  ['resource.data.tags.hasAll(["a", "b"])', query('docs', where('tags', 'array-contains', 'a'))],
  ['resource.data.keys().hasOnly(["x"])', query('docs', where('x', '==', 1))],
  ['resource.data.state != "secret"', query('docs', orderBy('state'))],
  ['id == "one"', query('docs', where(documentId, '>=', 'one'))],
  ['exists(/databases/$(database)/documents/people/$(resource.data.who))', query('docs')],
  ['request.query.limit <= 10', query('docs', limit(11))],
  ['request.query.limit <= 10', query('docs')],
  ['request.path[4] == "one"', query('docs')],
  [
    'resource.data.private == false || request.auth.uid in resource.data.people',
    query('docs', matching(or(field('private', '==', false), field('people', 'array-contains', 'bob')))),
  ],
];

describe('a query is allowed when its filters prove the rule', () => {
  it.each(proven)('%s', (condition, asked) => expect(why(condition, asked)).toBeUndefined());
});

describe('a query is denied when its filters don’t prove the rule', () => {
  it.each(open)('%s', (condition, asked) => expect(allows(condition, asked)).toBe(false));
});

describe('the rules applied to a query', () => {
  const asked = query('docs');
  it('are list rules that cover every document of the collection', () => {
    expect(prove('match /docs/{id} { allow get: if true; }', asked).allowed).toBe(false);
    expect(prove('match /docs/one { allow list: if true; }', asked).allowed).toBe(false);
    expect(
      prove('match /docs/one { allow list; }', query('docs', where(documentId, '==', 'one'))).allowed,
    ).toBe(true);
    expect(prove('match /{all=**} { allow read: if true; }', asked).allowed).toBe(true);
    expect(prove('match /{c}/{id} { allow list: if c == "docs"; }', asked).allowed).toBe(true);
    expect(
      prove('match /teams/{t}/docs/{id} { allow list: if t == "red"; }', query('teams/red/docs')).allowed,
    ).toBe(true);
    expect(
      prove('match /teams/{t} { match /docs/{id} { allow list: if t == "red"; } }', query('teams/blue/docs'))
        .allowed,
    ).toBe(false);
    expect(prove(`${docs('false')} ${docs('true')}`, asked).allowed).toBe(true);
  });

  it('of a collection group cover it at any path', () => {
    const group = collectionGroup('docs');
    expect(prove('match /{path=**}/docs/{id} { allow list: if true; }', group).allowed).toBe(true);
    expect(prove('match /{path=**} { allow list: if true; }', group).allowed).toBe(true);
    expect(prove('match /docs/{id} { allow list: if true; }', group).refusal?.message).toContain('{path=**}');
    expect(prove('match /teams/{path=**}/docs/{id} { allow list: if true; }', group).allowed).toBe(false);
    expect(prove('match /{path=**}/docs/{id} { allow list: if path[0] == "teams"; }', group).allowed).toBe(
      false,
    );
    expect(prove('match /{path=**}/docs/{id} { allow list: if true; }', query('a/b/docs')).allowed).toBe(
      true,
    );
    expect(prove('match /{path=**} { allow list: if true; }', group, 'ann', 1).refusal?.message).toContain(
      "rules_version = '2'",
    );
  });

  it('may each allow a different part of the result', () => {
    const rules = `${docs('resource.data.a == 1')} ${docs('resource.data.a == 2')}`;
    expect(prove(rules, query('docs', where('a', 'in', [1, 2]))).allowed).toBe(true);
    expect(prove(rules, query('docs', where('a', 'in', [1, 2, 3]))).allowed).toBe(false);
  });
});

describe('look-ups', () => {
  const rule = docs('person().role == "owner"');
  it('are made and reported', () => {
    expect(prove(rule, query('docs'))).toMatchObject({ allowed: true, lookups: ['people/ann'] });
    expect(prove(rule, query('docs'), 'bob')).toMatchObject({ allowed: false, lookups: ['people/bob'] });
    expect(prove(rule, query('docs'), 'eve').refusal?.message).toContain('there is no document people/eve');
  });

  it('are limited to ten, however many disjunctions there are', () => {
    const each = docs('exists(/databases/$(database)/documents/people/$(resource.data.who)) || true');
    const ids = Array.from({ length: 11 }, (_, at) => `p${at}`);
    expect(prove(each, query('docs', where('who', 'in', ids.slice(1)))).allowed).toBe(true);
    expect(prove(each, query('docs', where('who', 'in', ids))).refusal?.message).toContain('10 documents');
  });
});

describe('a rejected query', () => {
  it('names the filters that the query needs', () => {
    const condition =
      'person().role == "owner" && (resource.data.private == false || request.auth.uid in resource.data.people)';
    expect(prove(docs(condition), query('docs'))).toMatchObject({
      refusal: {
        service: 'firestore',
        method: 'list',
        path: 'docs',
        rule: { line: 5 },
        expression: { text: 'resource.data.private == false' },
        message:
          "list of docs is denied to ann: the rule at line 5 needs resource.data.private == false, which can’t be proven for every document of this query: add where('private', '==', false) or where('people', 'array-contains', 'ann').",
      },
    });
  });

  it('names a part that is false for every document, with its values', () => {
    expect(prove(docs('person().role == "owner"'), query('docs'), 'bob').refusal?.message).toBe(
      'list of docs is denied to bob: the rule at line 5 needs person().role == "owner", which is false: person().role is \'guest\'.',
    );
    const signedIn =
      'function signedIn() { return request.auth != null; } match /docs/{id} { allow list: if signedIn(); }';
    expect(prove(signedIn, query('docs'), null).refusal).toMatchObject({
      expression: { text: 'request.auth != null', problem: 'request.auth is null' },
    });
  });

  it('names a part that fails for every document', () => {
    expect(why('resource.data.a < 5', query('docs', where('a', '==', 'x')))).toContain('which fails');
    expect(why('resource.data.a.b == 5', query('docs', where('a', '==', 1)))).toContain('which fails');
    expect(why('nobody(resource)', query('docs'))).toContain('which fails: there is no function nobody');
  });

  it('reports a rule that evaluates too much', () => {
    const many = Array.from({ length: 600 }, () => 'resource.data.a == 1').join(' && ');
    expect(why(many, query('docs', where('a', '==', 1)))).toContain('asks for too much');
  });

  it('suggests the opposite filter for a negated condition', () => {
    expect(why('!(resource.data.state in ["a"])', query('docs'))).toContain(
      "where('state', 'not-in', ['a'])",
    );
    expect(why('resource.data.a > 3', query('docs'))).toContain("where('a', '>', 3)");
    expect(why('!(resource.data.a > 3)', query('docs'))).toContain("where('a', '<=', 3)");
    expect(why('"x" in resource.data', query('docs'))).toContain("orderBy('x')");
  });
});
