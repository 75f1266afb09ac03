import { expect, it } from 'vitest';
import type { Storage } from '#ports/storage/storage.ts';
import { absentPort } from './absent-port.ts';

it('each method of an absent port, and of its extensions, throws unimplemented', () => {
  const storage = absentPort<Storage>('storage');
  const error = expect.objectContaining({ code: 'unimplemented', message: 'This backend has no storage.' });
  expect(() => storage.downloadUrl('a')).toThrow(error);
  expect(() => storage.content?.read('a')).toThrow(error);
});
