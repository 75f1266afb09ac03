import { expect, test } from 'vitest';
import { codeLines } from './count-code.ts';

test('comments and blank lines are not counted', () => {
  expect(
    codeLines(
      [
        '/** What it is. */',
        'const a = 1;',
        '',
        '  // Why.',
        'const b = 2; // and this',
        '/*',
        ' * long',
        ' */',
      ].join('\n'),
    ),
  ).toBe(2);
});
