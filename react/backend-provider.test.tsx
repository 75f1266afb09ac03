/** The hooks on the embedded provider: one client for each person. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#fakes/index.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { authToken } from '#ports/auth/auth.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { BackendProvider, useCall, useLiveDoc, useLiveQuery, usePort } from './index.ts';

const functions = {
  callables: {
    greet: async (input: unknown) => `Hello ${String(input)}`,
  },
};

async function stage(options: CloudOptions = {}) {
  const cloud = new FakeCloud({ functions, seed: 1, ...options });
  const backend = connect(cloud);
  await backend.auth.guests.signIn();
  onTestFinished(async () => {
    await backend.dispose();
    cloud.dispose();
  });
  return { cloud, backend };
}

const write = (backend: EmbeddedClient, path: string, data: Record<string, string | number>) =>
  backend.docs.write({ type: 'set', path, data });

function show(backend: EmbeddedClient, children: ReactNode) {
  const element = (shown: ReactNode, of: EmbeddedClient = backend) => (
    <StrictMode>
      <BackendProvider backend={of}>{shown}</BackendProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(element(children));
  onTestFinished(unmount);
  return { unmount, showNow: (...now: Parameters<typeof element>) => rerender(element(...now)) };
}

/** Answers reach the screen. */
const landed = () => act(settle);

function Title() {
  const { data, error } = useLiveDoc('notes/a');
  if (error) return <p>{error.code}</p>;
  if (!data) return <p>reading</p>;
  return (
    <p>{`${String(data.data?.['title'] ?? 'none')}${data.metadata.hasPendingWrites ? ', on its way' : ''}`}</p>
  );
}

test('a document shows its state and each change', async () => {
  const { backend } = await stage();
  show(backend, <Title />);
  expect(screen.getByText('reading')).toBeVisible();
  await landed();
  expect(screen.getByText('none')).toBeVisible();
  await act(() => write(backend, 'notes/a', { title: 'one' }));
  await landed();
  expect(screen.getByText('one')).toBeVisible();
});

test('a write without a connection shows as pending until it is acknowledged', async () => {
  const { backend } = await stage();
  await write(backend, 'notes/a', { title: 'one' });
  show(backend, <Title />);
  await landed();
  backend.control.setNetwork(false);
  const written = write(backend, 'notes/a', { title: 'two' });
  await landed();
  expect(screen.getByText('two, on its way')).toBeVisible();
  backend.control.setNetwork(true);
  await act(() => written);
  await landed();
  expect(screen.getByText('two')).toBeVisible();
});

test('a denied read shows an error', async () => {
  const { backend } = await stage({ rules: { firestore: 'service cloud.firestore {}' } });
  show(backend, <Title />);
  await landed();
  expect(screen.getByText('permission-denied')).toBeVisible();
});

function Below({ most }: { readonly most: number }) {
  const { data } = useLiveQuery(query('notes', where('n', '<=', most), orderBy('n')));
  return <p>{data?.docs.map(({ id }) => id).join(' ') ?? 'reading'}</p>;
}

test('a query shows its documents in order and updates', async () => {
  const { backend } = await stage();
  for (const [id, n] of [
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ] as const)
    await write(backend, `notes/${id}`, { n });
  const { showNow } = show(backend, <Below most={2} />);
  await landed();
  expect(screen.getByText('b c')).toBeVisible();
  for (const [most, ids] of [
    [3, 'b c a'],
    [Infinity, 'b c a'],
    [-Infinity, ''],
  ] as const) {
    showNow(<Below most={most} />);
    await landed();
    expect(document.querySelector('p')?.textContent).toBe(ids);
  }
});

test('two components share one subscription until the last one unmounts', async () => {
  const { backend } = await stage();
  const before = backend.openSubscriptions();
  const { unmount } = show(
    backend,
    <>
      <Title />
      <Title />
    </>,
  );
  await landed();
  expect(backend.openSubscriptions()).toBe(before + 1);
  unmount();
  await landed();
  expect(backend.openSubscriptions()).toBe(before);
});

function Greeting() {
  const greet = useCall<string, string>('greet');
  return (
    <>
      <button type="button" onClick={() => greet.mutate('Ada')}>
        Greet
      </button>
      <p>{greet.error?.code ?? greet.data ?? greet.status}</p>
    </>
  );
}

test('a call is a mutation and fails at once without a connection', async () => {
  const { backend } = await stage();
  show(backend, <Greeting />);
  expect(screen.getByText('idle')).toBeVisible();
  fireEvent.click(screen.getByRole('button'));
  await landed();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  backend.control.setNetwork(false);
  fireEvent.click(screen.getByRole('button'));
  await landed();
  expect(await screen.findByText('unavailable')).toBeVisible();
});

test('each backend has its own cache', async () => {
  const { cloud, backend } = await stage();
  const other = connect(cloud);
  onTestFinished(() => other.dispose());
  await write(backend, 'notes/a', { title: 'one' });
  const { showNow } = show(backend, <Title />);
  await landed();
  expect(screen.getByText('one')).toBeVisible();
  showNow(<Title />, other);
  expect(screen.getByText('reading')).toBeVisible();
});

test('a port is taken from the provider, and a missing provider throws', async () => {
  const { backend } = await stage();
  const User = () => <p>{usePort(authToken).currentUser()?.uid}</p>;
  show(backend, <User />);
  expect(screen.getByText(backend.auth.currentUser()?.uid ?? '')).toBeVisible();
  expect(() => render(<User />)).toThrow('outside of BackendProvider');
});
