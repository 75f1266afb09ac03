import { expect, test } from 'vitest';
import { changedSource, sourceChanges } from './source-changes.ts';

const changed = (code: string) => sourceChanges('a.ts', code).map((change) => changedSource(code, change));

test.each([
  ['if (a) b = c;', ['if (!(a)) b = c;']],
  ['b = a ? c : d;', ['b = !(a) ? c : d;']],
  ['b = a < c;', ['b = ((a) <= (c));']],
  ['b = a !== c;', ['b = ((a) === (c));']],
  ['b = a ?? c;', ['b = ((a) && (c));']],
  ['a();', [';']],
  ['async () => { await a(); };', ['async () => { ; };']],
  ['void a();', [';']],
  ['b = a();', []],
  ['b = 1 + c;', ['b = 2 + c;']],
  ['b = false;', ['b = true;']],
  ['class A extends B { constructor() { super(); } }', []],
  ["import { a } from './1.ts'; type A = 1 | true;", []],
  ['const b = a as 1;', []],
  ['const b = (1 as A)!;', ['const b = (2 as A)!;']],
])('changes of %s', (code, expected) => {
  expect(changed(code)).toEqual(expected);
});

test('nested changes are in order', () => {
  expect(changed('if (a > 1) f();')).toEqual([
    'if (!(a > 1)) f();',
    'if (((a) >= (1))) f();',
    'if (a > 2) f();',
    'if (a > 1) ;',
  ]);
});

test('a text that is not TypeScript is rejected', () => {
  expect(() => sourceChanges('a.ts', 'if (')).toThrow(SyntaxError);
});
