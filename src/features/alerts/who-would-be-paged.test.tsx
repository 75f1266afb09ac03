/** Rehearsal of an alert at another time, in its sheet. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { AlertsScreen } from './alerts-screen.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

async function opened(before?: (s: AppStage) => Promise<unknown>) {
  const s = await stage({ as: 'Sam', path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen /> });
  await before?.(s);
  await s.fire(complaint({ summary: 'Search is down' }));
  await s.user.click(screen.getByRole('link', { name: /Search is down/ }));
  await s.settle();
  const sheet = within(await screen.findByRole('dialog', { name: 'Search is down' }));
  await s.user.click(await sheet.findByText('Who would be paged for it at another time?'));
  return { ...s, sheet };
}

const local = (at: number) => {
  const date = new Date(at);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}T12:00`;
};

test('the rehearsal shows now, and a week later, when another person is on call', async () => {
  const s = await opened();
  const first = () =>
    within(s.sheet.getByRole('list', { name: 'Who would be paged, in order' })).getAllByRole('listitem')[0];
  await s.sheet.findByRole('list', { name: 'Who would be paged, in order' });
  expect(first()).toHaveTextContent(/at once.*Ada Moreno/u);
  fireEvent.change(s.sheet.getByLabelText('At'), {
    target: { value: local(s.server.clock.now() + 7 * 86_400_000) },
  });
  await s.settle();
  expect(first()).toHaveTextContent(/at once.*Sam Osei/u);
});

test('a service without a policy pages no one, at any time', async () => {
  const path = documentPaths.service(teamId, 'search');
  const s = await opened((app) =>
    app.server.docs.batch([{ type: 'update', path, changes: { policyId: null } }]),
  );
  const reasons = await s.sheet.findByRole('list', { name: 'Reasons' });
  expect(reasons).toHaveTextContent('Its service has no policy for this urgency.');
});
