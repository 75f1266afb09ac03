import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { toDocument } from '#api/codec.ts';
import { OnCallScreen } from './on-call-screen.tsx';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage, type StageOptions } from '#tests/app/stage.tsx';

const hour = 3_600_000;

const onCall = (options: StageOptions = {}) =>
  stage({ as: 'Ada', path: '/oncall', screen: <OnCallScreen />, ...options });
const rota = () => within(screen.getByRole('region', { name: 'Primary' }));

/** The small team, with a document changed or added. */
const also =
  (...documents: readonly (readonly [path: string, entity: object])[]) =>
  async (server: ServerPorts) => {
    await seedSmallTeam(server);
    await server.docs.batch(
      documents.map(([path, entity]) => ({
        type: 'set' as const,
        path,
        data: toDocument(entity),
        merge: true,
      })),
    );
  };

const base = { teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'lin', revision: 1 };

/** Lin stands in for Ada until noon. */
const dentist: Override = {
  ...base,
  id: 'dentist',
  scheduleId: 'primary',
  userId: 'lin',
  insteadOf: 'ada',
  startsAt: Date.UTC(2026, 0, 5, 8),
  endsAt: Date.UTC(2026, 0, 5, 12),
};

/** Lin has one day in it. */
const second: Pick<Schedule, 'name' | 'timezone' | 'layers'> & { readonly id: string } = {
  id: 'second',
  name: 'Second',
  timezone: 'Europe/Berlin',
  layers: [
    {
      name: 'Days',
      people: ['ada', 'ada', 'lin', ...Array.from({ length: 40 }, () => 'sam')],
      startsAt: Date.UTC(2026, 0, 15, 8),
      unit: 'day',
      every: 1,
      restrictions: [],
    },
  ],
};

it('the on-call screen shows the person on call, the end, and the next person', async () => {
  await onCall();
  expect(rota().getByText('You are on call')).toBeVisible();
  expect(rota().getByText(/^until/)).toHaveTextContent('until Mon 12 Jan');
  const [next] = within(rota().getByRole('list', { name: 'Next' })).getAllByRole('listitem');
  expect(next).toHaveTextContent('Sam Osei');
  expect(rota().queryByText(/gap/)).toBeNull();
});

it('the on-call screen shows a reader off duty when their turn begins', async () => {
  await onCall({ as: 'Sam' });
  expect(rota().getAllByText('Ada Moreno')[0]).toBeVisible();
  expect(rota().getByText(/Your next turn begins/)).toHaveTextContent('12 Jan');
});

it('the on-call screen shows a hand-over when the time comes', async () => {
  const s = await onCall({ seed: also([documentPaths.override(teamId, 'dentist'), dentist]) });
  expect(rota().queryByText('You are on call')).toBeNull();
  await s.jump(3 * hour);
  await s.settle();
  expect(rota().getByText('You are on call')).toBeVisible();
});

it('the on-call screen warns of hours without anyone on call', async () => {
  const nights: Pick<Schedule, 'layers'> = {
    layers: [
      {
        name: 'Days',
        people: ['ada'],
        startsAt: Date.UTC(2026, 0, 5, 8),
        unit: 'week',
        every: 1,
        restrictions: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }],
      },
    ],
  };
  const s = await onCall({ seed: also([documentPaths.schedule(teamId, 'primary'), nights]) });
  expect(rota().getByText('14 gaps in 14 days')).toBeVisible();
  expect(rota().getAllByText('Nobody').length).toBeGreaterThan(0);
  await s.jump(12 * hour);
  await s.settle();
  expect(rota().getByText(/Nobody is on call/)).toBeVisible();
});

it('the on-call screen shows a stand-in with the replaced person', async () => {
  await onCall({ seed: also([documentPaths.override(teamId, 'dentist'), dentist]) });
  expect(rota().getAllByText('Lin Ødegård')[0]).toBeVisible();
  expect(rota().getByText('instead of you')).toBeVisible();
  const [next] = within(rota().getByRole('list', { name: 'Next' })).getAllByRole('listitem');
  expect(next).toHaveTextContent('You');
});

it('the on-call screen lists the reader’s own shifts over all schedules, the running one first', async () => {
  await onCall({
    seed: also(
      [documentPaths.schedule(teamId, 'second'), { ...base, ...second }],
      [documentPaths.override(teamId, 'dentist'), { ...dentist, scheduleId: 'second', insteadOf: null }],
    ),
    as: 'Lin',
  });
  const mine = within(screen.getByRole('list', { name: 'Your shifts' })).getAllByRole('listitem');
  expect(mine.map(({ textContent }) => textContent)).toEqual([
    'NowSecond until Today, 12:00 (13:00 in Europe/Berlin)Ask for cover',
    'Sat 17 Jan, 08:00Sat 17 Jan 09:00Second until Sun 18 Jan, 08:00 (09:00 in Europe/Berlin), 24 hAsk for cover',
  ]);
});

it('the on-call screen shows a hand-over in the reader’s time and in the schedule’s time', async () => {
  await onCall();
  const [next] = within(rota().getByRole('list', { name: 'Next' })).getAllByRole('listitem');
  expect(next).toHaveTextContent('Mon 12 Jan, 08:00Mon 12 Jan 09:00Sam Osei');
  expect(rota().getByText(/Times are yours, with those in Europe\/Berlin beside them/)).toBeVisible();
});

it('the on-call screen lets a responder take over in three presses', async () => {
  const s = await onCall({ as: 'Sam' });
  await s.user.click(screen.getByRole('button', { name: 'Take it now: Primary' }));
  await s.user.click(screen.getByRole('radio', { name: '8 hours' }));
  const dialog = within(screen.getByRole('dialog', { name: /^Take over/ }));
  await s.user.click(dialog.getByRole('button', { name: 'Take over' }));
  await s.settle();
  expect(rota().getByText('You are on call')).toBeVisible();
  expect(rota().getByText(/^until/)).toHaveTextContent('until Today, 17:00');
});

it('the on-call screen shows how pages escalate', async () => {
  await onCall();
  const steps = within(screen.getByRole('list', { name: 'Standard: its steps' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual(['Primary5 min', 'Lin Ødegård5 min']);
});

it('the on-call screen without a schedule shows what to do', async () => {
  await onCall({
    seed: async (server) => {
      await seedSmallTeam(server);
      const found = await server.docs.find(query(collectionPaths.schedules(teamId)));
      await server.docs.batch(found.map(({ path }) => ({ type: 'delete' as const, path })));
    },
  });
  expect(screen.getByText('No schedules yet')).toBeVisible();
});
