import { expect, test } from 'vitest';
import type { StoredFile } from './file-rows.ts';
import { storedMeta } from './file-meta.ts';

const metadata = {
  path: 'a.txt',
  size: 3,
  md5Hash: 'kAFQmDzST7DWlj99KOF/cg==',
  generation: '1767603600000000',
  metageneration: '2',
  createdAt: 1_767_603_600_000,
  updatedAt: 1_767_603_601_000,
  contentType: 'text/plain',
} as StoredFile['metadata'];

test('etag of a file has both numbers, each a varint after the tag of its field', () => {
  const { etag, generation, metageneration } = storedMeta({
    ...{ metadata, content: 'content', crc32c: 'AAAAAA==', owner: null },
  });
  expect([generation, metageneration]).toEqual([1_767_603_600_000_000, 2]);
  const varint: number[] = [];
  for (let rest = 1_767_603_600_000_000n; rest > 0n; rest >>= 7n)
    varint.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
  expect(String(etag)).toBe(Buffer.from([8, ...varint, 16, 2]).toString('base64'));
});
