import { expect, onTestFinished, test } from 'vitest';
import { awaitFirstPress, isFirstPressAwaited } from './first-input.ts';

test.each(['pointerdown', 'keydown'])('the wait for the first press ends with a %s', (type) => {
  onTestFinished(awaitFirstPress());
  expect(isFirstPressAwaited()).toBe(true);
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  expect(isFirstPressAwaited()).toBe(false);
});
