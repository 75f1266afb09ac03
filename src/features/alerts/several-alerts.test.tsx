/** Several alerts acknowledged or resolved at once, from the list. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alertSchema } from '#domain/alert/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { AlertsScreen } from './alerts-screen.tsx';

const summaries = ['Search is down', 'Search is slow', 'Search is full'];

async function alerts(names: readonly string[] = summaries): Promise<AppStage> {
  const s = await stage({ as: 'Sam', path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen /> });
  for (const summary of names) await s.fire(complaint({ summary }));
  await arrive(s);
  return s;
}

const stored = async ({ server }: AppStage) =>
  (await server.docs.find(query(collectionPaths.alerts(teamId)))).flatMap((one) => {
    const alert = fromDocument(alertSchema, one);
    return alert === null ? [] : [alert];
  });
const statuses = async (s: AppStage) =>
  Object.fromEntries((await stored(s)).map(({ summary, status }) => [summary, status]));

const box = (summary: string) => screen.getByRole('checkbox', { name: `Select ${summary}` });
const bar = () => within(screen.getByRole('region', { name: 'Selected alerts' }));
async function press(s: AppStage, name: string | RegExp) {
  await s.user.click(bar().getByRole('button', { name }));
  await arrive(s);
}
async function selectAll(s: AppStage) {
  await s.user.click(box('Search is down'));
  await press(s, 'Select all 3 shown');
}

test('alerts selected by key and by press are acknowledged together and assigned to the reader', async () => {
  const s = await alerts();
  await s.user.keyboard('jx');
  expect(bar().getByText('1 selected')).toBeVisible();
  await press(s, 'Select all 3 shown');
  expect(bar().queryByRole('button', { name: /^Select all/ })).toBeNull();
  await press(s, 'Acknowledge 3');
  expect(await screen.findByText('3 alerts acknowledged')).toBeVisible();
  expect(Object.values(await statuses(s))).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
  expect((await stored(s)).map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(['sam', 'sam', 'sam']);
  expect(screen.queryByRole('region', { name: 'Selected alerts' })).toBeNull();
});

const rows = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked }) => (checked ? 'x' : '-'))
    .join('');

test('a press with Shift selects all rows in between', async () => {
  const s = await alerts();
  const [first, , last] = screen.getAllByRole('checkbox');
  await s.user.click(last as HTMLElement);
  await s.user.keyboard('{Shift>}');
  await s.user.click(first as HTMLElement);
  await s.user.keyboard('{/Shift}');
  expect(rows()).toBe('xxx');
});

test('the key x with Shift selects all rows from the last selected one', async () => {
  const s = await alerts();
  await s.user.keyboard('jx');
  expect(rows()).toBe('x--');
  await s.user.keyboard('jj{Shift>}x{/Shift}');
  expect(rows()).toBe('xxx');
});

test('selected alerts are resolved after a question, which shows their number and can be cancelled', async () => {
  const s = await alerts();
  await selectAll(s);
  await press(s, 'Resolve 3…');
  const question = await screen.findByRole('alertdialog', { name: 'Resolve these 3 alerts?' });
  await s.user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await arrive(s);
  expect(new Set(Object.values(await statuses(s)))).toEqual(new Set(['open']));
  await press(s, 'Resolve 3…');
  await s.user.click(await screen.findByRole('button', { name: 'Resolve 3 alerts' }));
  await arrive(s);
  expect(await screen.findByText('3 alerts resolved')).toBeVisible();
  expect(new Set(Object.values(await statuses(s)))).toEqual(new Set(['resolved']));
  expect(screen.getByText('No open alerts')).toBeVisible();
});

test('failed commands are counted with the reason, and their alerts stay selected', async () => {
  const s = await alerts();
  await selectAll(s);
  await s.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:acknowledgeAlert',
    code: 'permission-denied',
  });
  await press(s, 'Acknowledge 3');
  expect(await screen.findByText('1 of 3 alerts was not acknowledged')).toBeVisible();
  expect(screen.getByText(/You may not do this\./)).toBeVisible();
  expect(bar().getByText('1 selected')).toBeVisible();
  const open = Object.entries(await statuses(s)).filter(([, status]) => status === 'open');
  expect(open).toHaveLength(1);
  expect(box(open[0]?.[0] ?? '')).toBeChecked();
  await press(s, 'Acknowledge 1');
  expect(Object.values(await statuses(s))).not.toContain('open');
});

test('offline commands wait on each alert’s row and are sent on reconnect', async () => {
  const s = await alerts();
  await selectAll(s);
  await s.network(false);
  await press(s, 'Acknowledge 3');
  expect(await screen.findByText('3 alerts will be acknowledged')).toBeVisible();
  expect(screen.getAllByText('Acknowledge waits for the connection')).toHaveLength(3);
  await selectAll(s);
  expect(bar().getByRole('button', { name: 'Acknowledge 0' })).toHaveAccessibleDescription(
    'The previous commands are still pending.',
  );
  await s.network(true);
  await arrive(s);
  expect(new Set(Object.values(await statuses(s)))).toEqual(new Set(['acknowledged']));
});

test('only alerts that the command applies to are counted', async () => {
  const s = await alerts();
  await s.user.click(box('Search is slow'));
  await press(s, 'Acknowledge 1');
  await selectAll(s);
  expect(bar().getByRole('button', { name: 'Acknowledge 2' })).toBeEnabled();
  await press(s, 'Acknowledge 2');
  await selectAll(s);
  expect(bar().getByRole('button', { name: 'Acknowledge 0' })).toHaveAccessibleDescription(
    'None of the selected alerts is open.',
  );
  expect(bar().getByRole('button', { name: 'Resolve 3…' })).toBeEnabled();
});

test('25 alerts of a storm are acknowledged together with their one page', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Search is down on node ${index}`);
  const s = await alerts(names);
  await s.user.keyboard('jx');
  await press(s, 'Select all 25 shown');
  await press(s, 'Acknowledge 25');
  await waitFor(() => expect(screen.getByText('25 alerts acknowledged')).toBeVisible());
  expect(new Set(Object.values(await statuses(s)))).toEqual(new Set(['acknowledged']));
});
