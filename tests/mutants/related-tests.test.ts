import { expect, test } from 'vitest';
import { importersOf, relatedTests, trackedModules } from './related-tests.ts';

test('related test files are found through their imports, nearest first', () => {
  const importers = new Map([
    ['a.ts', ['b.ts', 'a.test.ts']],
    ['b.ts', ['c.ts', 'b.test.tsx', 'a.ts']],
    ['other.ts', ['other.test.ts']],
  ]);
  expect(relatedTests('a.ts', importers)).toEqual([
    { file: 'a.test.ts', distance: 1 },
    { file: 'b.test.tsx', distance: 2 },
  ]);
  expect(relatedTests('c.ts', importers)).toEqual([]);
});

test('imports by alias and by relative path are resolved', () => {
  const importers = importersOf(trackedModules('tests/mutants'));
  expect(importers.get('tests/mutants/source-changes.ts')).toEqual(
    expect.arrayContaining(['tests/mutants/test-mutant.ts', 'tests/mutants/source-changes.test.ts']),
  );
  expect(importers.get('provider-kit/random.ts')).toEqual(['tests/mutants/run.ts']);
});
