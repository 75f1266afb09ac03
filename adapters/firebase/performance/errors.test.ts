import { expect, test } from 'vitest';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { performanceCodes } from './errors.ts';

test('every code of the SDK has one of the port, and no other has', async () => {
  const known = await sdkCodes('performance', 'ERROR_DESCRIPTION_MAP', 'performance');
  expect(Object.keys(performanceCodes).sort()).toEqual(known);
});
