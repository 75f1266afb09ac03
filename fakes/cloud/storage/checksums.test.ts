import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5Of } from './checksums.ts';

test.each([0, 3, 55, 56, 63, 64, 65, 1_000_003])('MD5 of %i bytes equals the platform’s', (size) => {
  const content = Uint8Array.from({ length: size + 3 }, (_, at) => (at * 7) % 251).subarray(3);
  expect(md5Of(content)).toBe(createHash('md5').update(content).digest('base64'));
});
