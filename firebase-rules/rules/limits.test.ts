/** Limits of one request's rules. Too much refuses the request, whatever else would allow it. */
import { describe, expect, test } from 'vitest';
import { decide } from './asking.fixture.ts';
import { testRules } from './testing/documents.ts';
import { testFileRules } from './testing/files.ts';

const exists = (name: string) => `exists(/databases/(default)/documents/docs/${name})`;
const lookups = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `!${exists(`n${from + at}`)}`).join(' && ');

describe('documents looked up', () => {
  test('are ten per access, and repeated ones are free', () => {
    expect(decide(`${lookups(1, 10)} && ${lookups(1, 10)}`).refusal).toBeNull();
    const { refusal, lookups: seen } = decide(`${lookups(1, 11)} || true`);
    expect(refusal?.message).toContain(
      'the rule at line 6 asks for too much: it may look up 10 documents, and has',
    );
    expect(seen).toHaveLength(10);
  });

  test('a query beyond a limit is rejected even where another rule would allow it', () => {
    const source = `service cloud.firestore { match /databases/{d}/documents { match /docs/{id} {
      allow get: if ${lookups(1, 11)};
      allow get: if true;
    } } }`;
    expect(testRules(source).as(null).get('docs/a').refusal?.message).toContain('10 documents');
  });

  test('are twenty per batch, and ten per write', () => {
    const source = `service cloud.firestore { match /databases/{d}/documents {
      match /docs/one { allow write: if ${lookups(1, 10)}; }
      match /docs/two { allow write: if ${lookups(11, 20)}; }
      match /docs/again { allow write: if ${lookups(5, 14)}; }
      match /docs/three { allow write: if ${lookups(21, 21)}; }
      match /docs/many { allow write: if ${lookups(1, 11)}; }
    } }`;
    const person = testRules(source).as(null);
    const write = (...ids: readonly string[]) =>
      person.write(...ids.map((id) => ({ type: 'set', path: `docs/${id}`, data: {} }) as const));
    expect(write('one', 'two').refusal).toBeNull();
    expect(write('one', 'two', 'again').refusal).toBeNull();
    expect(write('one', 'two', 'three').refusal).toMatchObject({
      path: 'docs/three',
      message: expect.stringContaining('20 documents together') as string,
    });
    expect(write('many', 'two').refusal?.path).toBe('docs/many');
  });

  test('are two for a file', () => {
    const existing = (count: number) =>
      Array.from({ length: count }, (_, at) => `!firestore.exists(/databases/(default)/documents/a/n${at})`);
    const rules = (count: number) =>
      testFileRules(
        `service firebase.storage { match /b/{b}/o/{f} { allow get: if ${existing(count).join(' && ')}; } }`,
      );
    expect(rules(2).as(null).get('f').refusal).toBeNull();
    expect(rules(3).as(null).get('f').refusal?.message).toContain('2 documents');
  });
});

describe('expressions evaluated', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'true').join(' && ');
  const tens = (levels: number) =>
    Array.from({ length: levels }, (_, at) => {
      const inner = at === 0 ? 'true' : `f${at - 1}()`;
      return `function f${at}() { return ${Array.from({ length: 10 }, () => inner).join(' && ')}; }`;
    }).join(' ');

  test('are a thousand, literals and operators alike', () => {
    expect(decide(many(500)).refusal).toBeNull();
    expect(decide(many(501)).refusal?.message).toContain('1000 expressions');
  });

  test('count in functions too', () => {
    expect(decide('f1()', { functions: tens(2) }).refusal).toBeNull();
    expect(decide('f3() || true', { functions: tens(4) }).refusal?.message).toContain('1000 expressions');
  });

  test('do not count in skipped branches', () => {
    expect(decide(`true || (${many(600)})`).refusal).toBeNull();
    expect(decide(`true ? true : (${many(600)})`).refusal).toBeNull();
  });
});
