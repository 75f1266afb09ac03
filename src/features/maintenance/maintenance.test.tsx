/** A window is planned, holds an alert, and is ended, on the screens alone. */
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrive } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function plan(s: AppStage, name: string): Promise<void> {
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), name);
  await s.user.click(button('Plan maintenance'));
  await arrive(s);
}

async function fail(s: AppStage, summary: string): Promise<void> {
  const { path = '', body } = complaint({ summary });
  await act(() => s.client.control.http({ method: 'POST', path, headers: {}, body: JSON.stringify(body) }));
  await arrive(s);
}

test('an empty list shows what a window does, and leads to the first window', async () => {
  const s = await stage({ as: 'Lin', path: '/maintenance' });
  expect(screen.getByText(/recorded and page nobody. What still fires/)).toBeVisible();
  await s.user.click(screen.getAllByRole('link', { name: 'Plan maintenance' })[0] as HTMLElement);
  await s.settle();
  expect(s.path()).toBe('/t/demo/maintenance/new');
  await plan(s, 'Upgrade');
  expect(screen.getByText('Choose at least one service, or the whole team.')).toBeVisible();
});

test('a window planned from a service holds an alert, is shown on home and beside the alert, and is ended', async () => {
  const s = await stage({ as: 'Lin', path: '/services/search', seed: seedTeamWithSenders });
  await s.user.click(screen.getByRole('link', { name: 'Plan maintenance' }));
  await s.settle();
  await plan(s, 'Index upgrade');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Index upgrade');
  expect(screen.getByText('Active: pages are held')).toBeVisible();

  await fail(s, 'Search is slow');
  await s.go('/');
  expect(screen.getByRole('link', { name: 'Index upgrade' })).toBeVisible();
  await s.go('/alerts');
  await s.user.click(screen.getByText('Search is slow'));
  await arrive(s);
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.getByText('Held by maintenance')).toBeVisible();
  await s.user.click(sheet.getByRole('link', { name: 'Index upgrade' }));
  await arrive(s);

  await s.user.click(button('End now…'));
  await s.user.click(button('End maintenance'));
  await arrive(s);
  expect(screen.getByText('Over')).toBeVisible();
  expect(button('Edit')).toHaveAccessibleDescription('This window is over.');
  await s.go('/maintenance');
  expect(within(screen.getByRole('list', { name: 'Maintenance windows' })).getByText('Over')).toBeVisible();
});

test('typed values are present on return, and a failed save keeps them', async () => {
  const s = await stage({ as: 'Lin', path: '/maintenance/new' });
  await s.user.click(screen.getByRole('radio', { name: /The whole team/ }));
  await s.user.clear(screen.getByLabelText('Until'));
  await s.user.type(screen.getByLabelText('Until'), '2020-01-01T00:00');
  await plan(s, 'Half a na');
  expect(screen.getByText(/The end is after the beginning/)).toBeVisible();
  await s.go('/maintenance');
  await s.go('/maintenance/new');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a na');
});

test('a responder sees windows, and who may plan windows', async () => {
  const s = await stage({ as: 'Sam', path: '/maintenance' });
  expect(screen.getAllByRole('button', { name: 'Plan maintenance' })[0]).toHaveAccessibleDescription(
    /Only admins may/,
  );
  await s.go('/maintenance/new');
  expect(screen.getByText('You can’t plan maintenance')).toBeVisible();
});
