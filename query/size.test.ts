import { expect, test } from 'vitest';
import { documentBytes, documentBytesAtMost } from './size.ts';
import { DocRef } from '#ports/docs/values.ts';

test('a numeric id counts 8 bytes of a name, and any other its text plus one', () => {
  expect(documentBytes('rows/ab', {})).toBe(5 + 3 + 16 + 32);
  expect(documentBytes('rows/__id7_', {})).toBe(5 + 7 + 16 + 32);
  for (const id of ['__id0__', '__id10__', '__id-9223372036854775808__']) {
    expect(documentBytes(`rows/${id}`, {})).toBe(5 + 8 + 16 + 32);
    expect(documentBytes(`rows/${id}/in/x`, {})).toBe(5 + 8 + 3 + 2 + 16 + 32);
    expect(documentBytes('a/b', { r: new DocRef(`rows/${id}`) })).toBe(4 + 16 + 32 + 2 + 5 + 8 + 16);
    expect(documentBytesAtMost(`rows/${id}`, {})).toBeGreaterThanOrEqual(5 + 8 + 16 + 32);
  }
});
