/** The session that the first render begins with. */
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { compose } from '#src/app/composition.ts';
import { AppProviders } from '#src/app/providers.tsx';
import { openRuntime, pageStorage } from '#src/app/runtime.ts';
import type { Auth } from '#ports/auth/auth.ts';
import { type AuthSession, restoreSession, useSession } from './session.ts';

/** The session of each render, the first one right after it was restored. */
async function rendered(of: (auth: Auth) => Auth, signIn = false) {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  if (signIn) await backend.auth.createUser({ email: 'ada@example.com', password: 'correct horse' });
  const runtime = openRuntime(compose({ ...backend, auth: of(backend.auth) }), { outbox: pageStorage() });
  const user = await restoreSession(of(backend.auth), runtime.queries);
  const sessions: AuthSession['status'][] = [];
  const { unmount } = renderHook(() => sessions.push(useSession().status), {
    wrapper: ({ children }) => <AppProviders runtime={runtime}>{children}</AppProviders>,
  });
  unmount();
  runtime.close();
  await backend.dispose();
  cloud.dispose();
  return { user, first: sessions[0] };
}

test('a restored session is the session of the first render', async () => {
  expect(await rendered((auth) => auth)).toEqual({ user: null, first: 'signed-out' });
  expect(await rendered((auth) => auth, true)).toMatchObject({
    user: { email: 'ada@example.com' },
    first: 'signed-in',
  });
});

test('screens wait for a session that takes longer than 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const hanging = (auth: Auth): Auth => ({ ...auth, ready: () => new Promise(() => {}) });
    const restored = rendered(hanging);
    await vi.advanceTimersByTimeAsync(2999);
    const state = { settled: false };
    void restored.then(() => (state.settled = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(state.settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await restored).toEqual({ user: undefined, first: 'restoring' });
  } finally {
    vi.useRealTimers();
  }
});

test('screens wait for a session that can’t be restored', async () => {
  const broken = (auth: Auth): Auth => ({ ...auth, ready: () => Promise.reject(new TypeError('no script')) });
  expect(await rendered(broken)).toEqual({ user: undefined, first: 'restoring' });
});
