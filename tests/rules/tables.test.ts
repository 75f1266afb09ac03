import { expect, test } from 'vitest';
import { Rules, surprises } from './tables/case.ts';
import * as writes from './tables/writes.ts';

const rules = new Rules();

test('documents', () => {
  expect(
    surprises(rules, [
      ...writes.documentWrites,
      ...writes.taskIsDone,
      ...writes.filePaths,
      ...writes.patternIds,
    ]),
  ).toEqual([]);
});
