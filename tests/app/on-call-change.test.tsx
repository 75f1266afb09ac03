/** A change of on-call duty, on every screen that shows it, within the same minute. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { arrive, call } from './incident.ts';
import { type AppStage, stage } from './stage.tsx';

/** Part of a minute after which a change is made: clocks on screens are rounded down to the minute. */
const midMinute = 35_000;
const strip = () =>
  screen.getAllByRole('status', { hidden: true }).find((one) => /on call/.test(one.textContent));
const onCallPanel = () => screen.getByRole('region', { name: 'On call' });

async function open(path = '/'): Promise<AppStage> {
  const app = await stage({ as: 'Ada', path });
  await app.advance(midMinute);
  return app;
}

/** A day later: what was read as of the first day is read anew. */
async function openForADay(path?: string): Promise<AppStage> {
  const app = await open(path);
  await app.jump(24 * hour);
  return app;
}

async function takeOver(app: AppStage): Promise<void> {
  const startsAt = app.cloud.clock.now();
  await call(await app.person('Sam'), 'createOverride', {
    ...{ overrideId: 'swap', scheduleId: 'primary', userId: 'sam', insteadOf: null },
    ...{ startsAt, endsAt: startsAt + 8 * hour },
  });
  await arrive(app);
}

const rotaOf = (people: string[]) => ({
  ...{ scheduleId: 'primary', name: 'Primary', timezone: 'Europe/Berlin', takesEffectAt: null },
  expectedRevision: 1,
  layers: [
    {
      ...{ name: 'Weekly', people, startsAt: Date.UTC(2026, 0, 5, 8), unit: 'week' as const, every: 1 },
      ...{ restrictions: [], shadow: false },
    },
  ],
});

describe('a shift taken over', () => {
  test('shows on home and in the bar at once, and so does the removal of its override', async () => {
    const app = await openForADay();
    expect(strip()).toHaveTextContent('You are on call for Primary');
    await takeOver(app);
    expect(onCallPanel()).toHaveTextContent('Sam Osei');
    expect(strip()).toHaveTextContent('You are not on call; next for Primary from');
    await call(await app.person('Sam'), 'removeOverride', { overrideId: 'swap' });
    await arrive(app);
    expect(within(onCallPanel()).getByText('You')).toBeVisible();
    expect(strip()).toHaveTextContent('You are on call for Primary');
  });

  test.each([
    ['the schedule', '/schedules/primary', /^Sam Osei is on call until/],
    ['the service', '/services/payments', /Sam Osei/],
  ])('shows on the screen of %s at once', async (_, path, sentence) => {
    const app = await open(path);
    await takeOver(app);
    expect(within(screen.getByRole('main')).getAllByText(sentence)[0]).toBeVisible();
  });
});

test('a shift taken over can be taken back from the overview at once', async () => {
  const app = await open('/oncall');
  expect(screen.getByRole('button', { name: 'Take over: Primary' })).toBeVisible();
  await takeOver(app);
  expect(screen.getByRole('button', { name: 'Take it now: Primary' })).toBeEnabled();
});

test('a saved rota takes effect at once without planned changes', async () => {
  const app = await openForADay('/schedules/primary');
  await call(await app.person('Lin'), 'saveSchedule', rotaOf(['sam', 'ada']));
  await arrive(app);
  expect(screen.getByText(/^Sam Osei is on call until/)).toBeVisible();
  expect(screen.queryByText('Planned changes')).toBeNull();
});

test('a removed member leaves the rota at once without planned changes', async () => {
  const app = await open('/schedules/primary');
  await call(await app.person('Lin'), 'saveSchedule', rotaOf(['sam', 'ada']));
  await app.jump(hour);
  await call(await app.person('Ada'), 'removeMember', { userId: 'sam', replacementId: 'lin' });
  await arrive(app);
  expect(screen.getByText(/^Lin Ødegård is on call until/)).toBeVisible();
  expect(screen.queryByText('Planned changes')).toBeNull();
});

test('maintenance that starts now shows on home at once', async () => {
  const app = await open();
  const startsAt = app.cloud.clock.now();
  await call(await app.person('Lin'), 'saveMaintenance', {
    ...{ maintenanceId: 'upgrade', name: 'Upgrade', serviceIds: null, matchers: [], timezone: 'UTC' },
    ...{ startsAt, endsAt: startsAt + hour, recurrence: null },
  });
  await arrive(app);
  expect(screen.getByRole('link', { name: 'Upgrade' })).toBeVisible();
});
