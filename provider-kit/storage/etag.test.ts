import { expect, test } from 'vitest';
import { etagOf } from './etag.ts';

test.each([
  ['1', '1', 'CAEQAQ=='],
  ['300', '127', 'CKwCEH8='],
  ['18446744073709551615', '128', 'CP///////////wEQgAE='],
])('etag of generation %s and metageneration %s', (generation, metageneration, etag) => {
  expect(etagOf(generation, metageneration)).toBe(etag);
});
