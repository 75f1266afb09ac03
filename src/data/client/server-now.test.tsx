/** The server's time on screens: one timer for all that read it. */
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { compose } from '#src/app/composition.ts';
import { AppProviders } from '#src/app/providers.tsx';
import { openRuntime, pageStorage } from '#src/app/runtime.ts';
import { type LiveClock } from './clock.tsx';
import { useServerNow } from './server-now.ts';

const everyMs = 30_000;

/** A clock whose timers of 30 s the test counts and runs. */
function countedClock() {
  const timers = new Set<() => void>();
  let now = 60_000;
  const clock: LiveClock = {
    now: () => now,
    every(ms, run) {
      const timer = () => run();
      if (ms === everyMs) timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    clock,
    timers,
    pass: () =>
      act(() => {
        now += everyMs;
        for (const timer of timers) timer();
      }),
  };
}

function Time({ name }: { readonly name: string }) {
  return <p>{`${name} ${useServerNow(everyMs)}`}</p>;
}

test('components that read the time at the same interval share a timer, which ends with the last of them', () => {
  const { clock, timers, pass } = countedClock();
  const cloud = new FakeCloud();
  const runtime = openRuntime(compose(connect(cloud)), { outbox: pageStorage(), clock });
  onTestFinished(() => {
    runtime.close();
    cloud.dispose();
  });
  const shown = (...names: readonly string[]) => (
    <AppProviders runtime={runtime}>
      {names.map((name) => (
        <Time key={name} name={name} />
      ))}
    </AppProviders>
  );
  const { rerender, unmount } = render(shown('first', 'second'));
  expect(timers.size).toBe(1);
  pass();
  expect(screen.getByText('first 90000')).toBeVisible();
  expect(screen.getByText('second 90000')).toBeVisible();
  rerender(shown('second'));
  pass();
  expect(screen.getByText('second 120000')).toBeVisible();
  unmount();
  expect(timers.size).toBe(0);
  const again = render(shown('third'));
  expect(timers.size).toBe(1);
  again.unmount();
});
