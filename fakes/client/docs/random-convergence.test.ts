/** Random histories of tabs that converge. */
import fc from 'fast-check';
import { it } from 'vitest';
import { assertProperty } from '../../../tests/property.ts';
import { convergenceStep, playSteps } from './convergence.fixture.ts';

it('converges, with every write done once and in order', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(convergenceStep, { minLength: 3, maxLength: 50 }), playSteps),
    {
      numRuns: 250,
    },
  );
}, 240_000);
