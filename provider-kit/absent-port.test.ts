import { expect, it } from 'vitest';
import type { Storage } from '#ports/storage/storage.ts';
import { absentPort } from './absent-port.ts';

it('each method of an absent port throws unimplemented', () => {
  const storage = absentPort<Storage>('storage');
  expect(() => storage.downloadUrl('a')).toThrow(
    expect.objectContaining({ code: 'unimplemented', message: 'This backend has no storage.' }),
  );
});
