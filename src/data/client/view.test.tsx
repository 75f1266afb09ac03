/** Views of lists and documents that the cache lacks, on a client that has lost its connection. */
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { notSeen } from './not-seen.ts';
import { countOf, useView } from './view.ts';

afterEach(() => onlineManager.setOnline(true));

const client = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const viewOf = (error: PortError | null) =>
  renderHook(() => useView<string>({ data: undefined, error }), { wrapper }).result.current;

test('a document that this device has not read is unseen, without a failure', () => {
  expect(viewOf(notSeen).failure).toMatchObject({ notSeen: true, hidesData: false });
});

test('a read without a reachable server is unseen without a connection, and failed with one', () => {
  const unavailable = new PortError('unavailable', 'No answer.');
  expect(viewOf(unavailable).failure?.notSeen).toBe(false);
  onlineManager.setOnline(false);
  expect(viewOf(unavailable).failure?.notSeen).toBe(true);
});

test('a rejection is a failure without a connection, too', () => {
  onlineManager.setOnline(false);
  expect(viewOf(new PortError('permission-denied', 'No.')).failure).toMatchObject({
    notSeen: false,
    hidesData: true,
  });
});

test.each([
  ['of the server', { fromCache: false }, 0],
  ['of the cache', { fromCache: true }, undefined],
  ['of the cache, and empty when the server answered', { fromCache: true, knownEmpty: true }, 0],
])('an empty list %s has the number %o', (_, flags, count) => {
  expect(countOf({ data: { items: [], ...flags }, failure: null })).toBe(count);
});
