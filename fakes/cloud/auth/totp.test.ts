import { expect, test } from 'vitest';
import { fromBase32, matchTotp, toBase32, totpCode, totpPeriod } from './totp.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const secret = toBase32(bytes('12345678901234567890'));

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B, at %i s', (seconds, code) =>
  expect(totpCode(secret, totpPeriod(seconds * 1000), 8)).toBe(code),
);

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648 without padding: %j', (text, base32) => {
  expect(toBase32(bytes(text))).toBe(base32);
  expect(fromBase32(base32)).toEqual(bytes(text));
});

test('a code is valid in its period and the allowed adjacent periods', () => {
  const now = 1_700_000_010_000;
  const code = totpCode(secret, totpPeriod(now));
  for (const adjacent of [0, 1, 5])
    for (const away of [-6, -5, -1, 0, 1, 5, 6]) {
      const found = matchTotp(secret, code, now + away * 30_000, adjacent);
      expect([adjacent, away, found]).toEqual([
        adjacent,
        away,
        Math.abs(away) <= adjacent ? totpPeriod(now) : null,
      ]);
    }
});
