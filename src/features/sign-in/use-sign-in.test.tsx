/** Renderings caused by the check for a social account's answer when the screen opens; end of attempts. */
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Auth, SignInResult, SocialSignIn } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { compose } from '#src/app/composition.ts';
import { AppProviders } from '#src/app/providers.tsx';
import { openRuntime, pageStorage } from '#src/app/runtime.ts';
import { type OnAttempt, useSignIn } from './use-sign-in.ts';

/** The hook on a backend whose `redirectResult` is given, once that is answered. */
async function arrived(redirectResult: SocialSignIn['redirectResult'], onAttempt?: OnAttempt) {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const auth: Auth = { ...backend.auth, social: { ...backend.auth.social, redirectResult } };
  const runtime = openRuntime(compose({ ...backend, auth }), { outbox: pageStorage() });
  let renders = 0;
  const { result, unmount } = renderHook(
    () => {
      renders++;
      return useSignIn(onAttempt);
    },
    { wrapper: ({ children }) => <AppProviders runtime={runtime}>{children}</AppProviders> },
  );
  onTestFinished(async () => {
    unmount();
    runtime.close();
    await backend.dispose();
    cloud.dispose();
  });
  await act(settle);
  return { result, renders: () => renders };
}

test('a sign-in without an answer renders nothing again', async () => {
  const { result, renders } = await arrived(() => Promise.resolve(null));
  expect(renders()).toBe(1);
  expect(result.current).toMatchObject({ busy: null, error: null, challenge: null });
});

test('an answer that requires a second factor is shown', async () => {
  const challenge = { id: 'first proof', factors: [] };
  const asked: SignInResult = { kind: 'second-factor', challenge };
  const { result } = await arrived(() => Promise.resolve(asked));
  expect(result.current.challenge).toEqual(challenge);
});

test('a failure is shown until the next action of the person', async () => {
  const { result } = await arrived(() => Promise.reject(new PortError('auth/user-disabled', 'no')));
  expect(result.current.error).toContain('This account is switched off.');
  act(() => result.current.clear());
  expect(result.current.error).toBeNull();
});

test('a successful attempt is pending until the next screen is loaded', async () => {
  const loaded = Promise.withResolvers<void>();
  const heard: boolean[] = [];
  const { result } = await arrived(
    () => Promise.resolve(null),
    (underWay) => {
      heard.push(underWay);
      return loaded.promise;
    },
  );
  await act(async () => {
    void result.current.attempt('guest', async (auth) => auth.guests?.signIn());
    await settle();
  });
  expect(result.current.busy).toBe('guest');
  expect(heard).toEqual([true]);
  await act(async () => {
    loaded.resolve();
    await settle();
  });
  expect(result.current.busy).toBeNull();
  expect(heard).toEqual([true, false]);
});

test('an attempt without a sign-in does not wait for the next screen', async () => {
  const heard: boolean[] = [];
  const { result } = await arrived(
    () => Promise.resolve(null),
    (underWay) => {
      heard.push(underWay);
      return Promise.withResolvers<void>().promise;
    },
  );
  await act(() => result.current.attempt('reset', () => Promise.resolve()));
  expect(heard).toEqual([true, false]);
});
