import { expect, it } from 'vitest';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import { firestoreLimits } from './limits.ts';

it('the embedded platform has the limits of Firestore', () => {
  expect(platformLimits).toEqual(firestoreLimits);
});
