import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { parseJson } from './json.ts';

describe('JSON of a sender', () => {
  test('keeps the digits that a number would lose', () => {
    const ids = '{"id":6218173416437264001,"more":[-9007199254740993,0.12345678901234567891,1e400]}';
    expect(parseJson(ids)).toEqual({
      id: '6218173416437264001',
      more: ['-9007199254740993', '0.12345678901234567891', '1e400'],
    });
    expect(parseJson('12345678901234567890')).toBe('12345678901234567890');
  });

  test('keeps ordinary numbers as numbers, and texts unchanged', () => {
    const text =
      '{"a":9007199254740991,"b":1.50000000000000000000,"c":"x: 6218173416437264001, \\"7","d":[1e3]}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('may begin with a byte order mark', () => {
    expect(parseJson('\uFEFF{"id":"1"}')).toEqual({ id: '1' });
    expect(parseJson('\uFEFF{"id":62181734164372640011}')).toEqual({ id: '62181734164372640011' });
    expect(parseJson('\uFEFF\uFEFF{}')).toBeUndefined();
  });

  test('is undefined for text that is no JSON, with long numbers too', () => {
    for (const text of [
      '',
      '{',
      '{6218173416437264001: 1}',
      '[6218173416437264001 1]',
      '[06218173416437264001]',
    ])
      expect(parseJson(text)).toBeUndefined();
  });

  test('may be nested 200,000 levels deep', () => {
    const depth = 200_000;
    const deep = `${'['.repeat(depth)}6218173416437264001${']'.repeat(depth)}`;
    expect(Array.isArray(parseJson(deep))).toBe(true);
  });

  test('is parsed like JSON.parse does, for any content', () => {
    assertProperty(
      fc.property(fc.jsonValue(), fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n }), (value, id) => {
        const json = JSON.stringify(value);
        // A number that JavaScript writes survives, but for one that it writes in other digits than were meant.
        expect(JSON.stringify(parseJson(json))).toBe(json);
        const last = String(id * 10n + 1n);
        expect(parseJson(`[${json},{"id":${last}}]`)).toEqual([JSON.parse(json), { id: last }]);
      }),
    );
  });
});
