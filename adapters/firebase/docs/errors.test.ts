import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FirestoreError } from 'firebase/firestore';
import { expect, test } from 'vitest';
import { coded } from '../expected-codes.fixture.ts';
import { docsCodes, docsError } from './errors.ts';

/** gRPC's, which are the ports' own. */
const expected = [
  'aborted',
  'already-exists',
  'cancelled',
  'data-loss',
  'deadline-exceeded',
  'failed-precondition',
  'internal',
  'invalid-argument',
  'not-found',
  'out-of-range',
  'permission-denied',
  'resource-exhausted',
  'unauthenticated',
  'unavailable',
  'unimplemented',
  'unknown',
];

test.each(expected)('%s stays unchanged', (code) => {
  expect(docsError(coded(code)).code).toBe(code);
});

test('every code of the installed SDK has a port code', () => {
  const ours = createRequire(import.meta.url);
  // `firebase` only hands it on.
  const handedOn = createRequire(ours.resolve('firebase/firestore')).resolve('@firebase/firestore');
  const folder = dirname(handedOn);
  const types = readFileSync(join(folder, 'index.d.ts'), 'utf8');
  const union = /type FirestoreErrorCode =([^;]+);/u.exec(types)?.[1] ?? '';
  const codes = [...union.matchAll(/'([^']+)'/gu)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(Object.keys(docsCodes).toSorted()).toEqual(codes.toSorted());
  expect(expected).toEqual(codes.toSorted());
});

test('the SDK’s error becomes the cause, and any other error maps to unknown', () => {
  const error = Reflect.construct(FirestoreError, ['permission-denied', 'no']) as FirestoreError;
  expect(docsError(error)).toMatchObject({ code: 'permission-denied', message: 'no', cause: error });
  expect(docsError(new Error('odd'))).toMatchObject({ code: 'unknown' });
});
