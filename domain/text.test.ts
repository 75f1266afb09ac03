import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { characters, isLonger, shorten, shortenUnits } from './text.ts';

const family = '👩‍👩‍👧‍👦';

describe('a shortened text', () => {
  test('is measured in characters, not in code units', () => {
    expect(shorten('🔥'.repeat(5), 5)).toBe('🔥'.repeat(5));
    expect(shorten('🔥'.repeat(6), 5)).toBe(`${'🔥'.repeat(4)}…`);
    expect(shortenUnits('🔥'.repeat(6), 5)).toBe('🔥🔥…');
  });

  test('is cut between graphemes', () => {
    expect(characters(family)).toBe(7);
    expect(shorten(`ab${family}c`, 6)).toBe('ab…');
    expect(shorten('abcde\u0301f', 6)).toBe('abcd…');
    expect(shorten('e\u0301'.repeat(3), 4)).toBe('e\u0301…');
  });

  test('is cut within a grapheme if nothing else fits', () => {
    const endless = `a${'\u0301'.repeat(50)}`;
    expect(characters(shorten(endless, 10))).toBe(10);
    expect(shorten(endless, 10).endsWith('…')).toBe(true);
  });

  test('is at most as long as its bound, and unchanged within the bound', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    assertProperty(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, max) => {
        const trimmed = text.trim();
        expect(characters(shorten(text, max))).toBeLessThanOrEqual(max);
        expect(shortenUnits(text, max).length).toBeLessThanOrEqual(max);
        expect(shorten(text, max) === trimmed).toBe(characters(trimmed) <= max);
        expect(isLonger(text, max)).toBe(characters(text) > max);
      }),
      { numRuns: 100 },
    );
  });
});
