import { AuthErrorCodes, debugErrorMap } from 'firebase/auth';
import { expect, it } from 'vitest';
import { isPortErrorCode } from '#ports/errors.ts';
import { authCodes } from './errors.ts';

/** What the installed SDK says that it throws, in both of its lists. */
const explained = (debugErrorMap as unknown as () => Record<string, string>)();
const sdkCodes = new Set<string>([
  ...Object.values(AuthErrorCodes),
  ...Object.keys(explained).map((name) => `auth/${name}`),
]);

it('has one port code for every code of the SDK', () => {
  expect(sdkCodes.size).toBeGreaterThan(100);
  const table: Record<string, string> = authCodes;
  expect([...sdkCodes].filter((code) => !isPortErrorCode(table[code] ?? code))).toEqual([]);
});

it('has no code that the SDK does not have, and none that needs no entry', () => {
  // Not in its lists: the backend's own names, which the SDK hands on.
  const handedOn = [
    'auth/api-key-expired.-please-renew-the-api-key.',
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    'auth/configuration-not-found',
    'auth/invalid-refresh-token',
    'auth/missing-email',
    'auth/project-not-found',
  ];
  const known = Object.keys(authCodes).filter((code) => !handedOn.includes(code));
  expect(known.filter((code) => !sdkCodes.has(code))).toEqual([]);
  expect(Object.keys(authCodes).filter((code) => isPortErrorCode(code))).toEqual([]);
});
