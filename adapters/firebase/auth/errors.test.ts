import { AuthErrorCodes, debugErrorMap } from 'firebase/auth';
import { expect, it } from 'vitest';
import { isPortErrorCode } from '#ports/errors.ts';
import { portErrorFrom } from '../errors.ts';
import { coded, pairsOf } from '../expected-codes.fixture.ts';
import { authCodes } from './errors.ts';
import { expectedAuthCodes, handedOn, spelledAlike } from './expected-codes.fixture.ts';

/** Error codes that the installed SDK documents, from both of its lists. */
const explained = (debugErrorMap as unknown as () => Record<string, string>)();
const sdkCodes = new Set<string>([
  ...Object.values(AuthErrorCodes),
  ...Object.keys(explained).map((name) => `auth/${name}`),
]);

const pairs = [...pairsOf(expectedAuthCodes), ...spelledAlike.map((code) => [code, code] as const)];

it.each(pairs)('%s maps to %s', (sdk, port) => {
  const error = coded(sdk, 'As the SDK says it.');
  expect(portErrorFrom(authCodes, error)).toMatchObject({ code: port, message: error.message, cause: error });
});

it('every code of the SDK and the backend has one expectation', () => {
  expect(sdkCodes.size).toBeGreaterThan(100);
  expect(pairs.map(([sdk]) => sdk).toSorted()).toEqual([...sdkCodes, ...handedOn].toSorted());
});

it('the table has no unknown code and no superfluous entry', () => {
  const known = Object.keys(authCodes).filter((code) => !handedOn.includes(code));
  expect(known.filter((code) => !sdkCodes.has(code))).toEqual([]);
  expect(Object.keys(authCodes).filter((code) => isPortErrorCode(code))).toEqual([]);
});
