import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { embeddedCapabilities } from '#fakes/client/capabilities.ts';
import { requiredNames } from '#ports/capability-names.ts';
import { matrix, matrixFile } from '../../../tools/capability-matrix.ts';

it('the capability matrix in the docs is what the providers publish', async () => {
  expect(await readFile(matrixFile, 'utf8')).toBe(matrix());
});

it('every provider takes a stand on every capability but whole ports, which it has', () => {
  expect(Object.keys(embeddedCapabilities.supports).toSorted()).toEqual(requiredNames());
});
