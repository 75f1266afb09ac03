import { describe, expect, it } from 'vitest';
import { BoundedMemo } from './bounded-memo.ts';

describe('`BoundedMemo`', () => {
  it('computes a result once, `null` too', () => {
    const memo = new BoundedMemo<string, string | null>(2);
    let made = 0;
    const make = (key: string) => (made++, key === 'none' ? null : key.toUpperCase());
    expect([memo.of('a', make), memo.of('a', make), memo.of('none', make), memo.of('none', make)]).toEqual([
      'A',
      'A',
      null,
      null,
    ]);
    expect(made).toBe(2);
  });

  it('drops the oldest key beyond its bound and no other', () => {
    const memo = new BoundedMemo<number, number>(3);
    const made: number[] = [];
    const make = (key: number) => made.push(key);
    for (const key of [1, 2, 3, 4, 2, 3, 4, 1]) memo.of(key, make);
    expect(made).toEqual([1, 2, 3, 4, 1]);
  });

  it('does not store a failure', () => {
    const memo = new BoundedMemo<string, number>(1);
    const fail = () => {
      throw new Error('No.');
    };
    expect(() => memo.of('a', fail)).toThrow('No.');
    expect(memo.of('a', () => 1)).toBe(1);
    memo.clear();
    expect(memo.of('a', () => 2)).toBe(2);
  });
});
