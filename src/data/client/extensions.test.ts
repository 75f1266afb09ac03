import { expect, it } from 'vitest';
import { offered } from './extensions.ts';

it('an existing extension is returned', () => {
  const extension = { send() {} };
  expect(offered(extension)).toBe(extension);
});

it.each([null, undefined])('an action without its extension (%s) rejects with unimplemented', (extension) => {
  expect(() => offered(extension)).toThrow(expect.objectContaining({ code: 'unimplemented' }));
});
