/** List of features: each claimed feature names the tests that show it. The existence of these tests is checked with all other paths. */
import { expect, test } from 'vitest';
import { read } from './pages.ts';

const rows = (await read('docs/features.md'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Feature') && !line.startsWith('| ---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, feature = '', state = '', shown = '']) => ({ feature, state, shown }));

test('every row has a state, and names tests unless nothing is there', () => {
  expect(rows.length).toBeGreaterThan(30);
  const wrong = rows.filter(({ state, shown }) => {
    const tests = [...shown.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file);
    const named = tests.length > 0 && tests.every((file) => /\.(?:test\.tsx?|spec\.ts)$/u.test(file));
    return /^(?:Yes|Part)\b/u.test(state) ? !named : !state.startsWith('No') || shown !== '';
  });
  expect(wrong).toEqual([]);
});
