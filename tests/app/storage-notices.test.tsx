import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { createStorageReport } from '#src/app/storage-report.ts';
import { pageStorage } from '#src/app/runtime.ts';
import { stage } from './stage.tsx';

const unstored = () => screen.queryByText(/neither sent nor stored/);
const unreadable = () => screen.queryByText(/can’t be read/);

it('the frame warns of changes that the storage rejects for two seconds, until it accepts them', async () => {
  const { runtime, advance, settle } = await stage({ as: 'Ada' });
  runtime.storage.changed({ unstoredWrites: 2, unreadableWrites: 0 });
  await settle();
  expect(unstored()).toBeNull();
  await advance(2000);
  expect(unstored()).toHaveTextContent(/^2 changes are neither sent nor stored.*Keep this page open/);
  runtime.storage.changed({ unstoredWrites: 0, unreadableWrites: 0 });
  await settle();
  expect(unstored()).toBeNull();
});

it('the frame reports unreadable stored changes once, and again when there are more', async () => {
  const { runtime, user, settle } = await stage({ as: 'Ada' });
  runtime.storage.changed({ unstoredWrites: 0, unreadableWrites: 1 });
  await settle();
  expect(unreadable()).toHaveTextContent(
    /^A change that waited in this browser can’t be read and was not sent/,
  );
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(unreadable()).toBeNull();
  const next = createStorageReport(runtime.outbox);
  next.changed({ unstoredWrites: 0, unreadableWrites: 1 });
  expect(next.current().dismissed).toBe(1);
  runtime.storage.changed({ unstoredWrites: 0, unreadableWrites: 2 });
  await settle();
  expect(unreadable()).toHaveTextContent(/^2 changes/);
});

it('dismissing the notice works for this page when the storage throws', () => {
  const refuse = () => {
    throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
  };
  const report = createStorageReport({ ...pageStorage(), getItem: refuse, setItem: refuse });
  report.changed({ unstoredWrites: 0, unreadableWrites: 3 });
  report.dismiss();
  expect(report.current()).toMatchObject({ unreadableWrites: 3, dismissed: 3 });
});

it('a storage failure is measured once per kind of record, without its message', async () => {
  const { runtime, cloud, advance } = await stage({ as: 'Ada' });
  for (const operation of ['read', 'read', 'write'] as const)
    runtime.storage.failed({ operation, record: 'documents', error: new RangeError('private text') });
  await advance(15_000);
  const measured = () =>
    (cloud.snapshot().services.performance as readonly TraceRecord[])
      .filter(({ name }) => name === 'storage_failure')
      .map(({ attributes }) => attributes);
  await waitFor(() =>
    expect(measured()).toEqual([
      { operation: 'read', record: 'documents', error: 'RangeError' },
      { operation: 'write', record: 'documents', error: 'RangeError' },
    ]),
  );
});
