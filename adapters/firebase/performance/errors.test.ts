import { expect, test } from 'vitest';
import { coded, type ExpectedCodes, pairsOf, sdkCodesOf } from '../expected-codes.fixture.ts';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { performanceCodes, performanceError } from './errors.ts';

const expected: ExpectedCodes = {
  'invalid-argument': ['performance/no app id', 'performance/no project id', 'performance/no api key'],
  'failed-precondition': ['performance/FB not default', 'performance/already initialized'],
  unimplemented: ['performance/no window'],
  unavailable: ['performance/RC response not ok'],
  internal: ['performance/invalid cc log', 'performance/invalid String merger input'],
  'performance/invalid-trace': [
    'performance/trace started',
    'performance/trace stopped',
    'performance/nonpositive trace startTime',
    'performance/nonpositive trace duration',
  ],
  'performance/invalid-attribute': [
    'performance/invalid attribute name',
    'performance/invalid attribute value',
  ],
  'performance/invalid-metric': ['performance/invalid custom metric name'],
};

test.each(pairsOf(expected))('%s maps to %s', (sdk, port) => {
  expect(performanceError(coded(sdk)).code).toBe(port);
});

test('the table contains exactly the codes of the SDK', async () => {
  const known = await sdkCodes('performance', 'ERROR_DESCRIPTION_MAP', 'performance');
  expect(Object.keys(performanceCodes).sort()).toEqual(known);
  expect(sdkCodesOf(expected)).toEqual(known);
});
