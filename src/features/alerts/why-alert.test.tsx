/** Reasons of an alert's recipients, or of their absence, in its sheet. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { AlertsScreen } from './alerts-screen.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const alerts = (options: StageOptions = {}) =>
  stage({ as: 'Sam', path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen />, ...options });

async function open(s: AppStage, summary: string) {
  await s.user.click(screen.getByRole('link', { name: new RegExp(summary) }));
  await s.settle();
  return within(await screen.findByRole('dialog', { name: summary }));
}

/** The reasons below this question. */
async function answers(s: AppStage, sheet: Awaited<ReturnType<typeof open>>, question: string) {
  await s.user.click(await sheet.findByText(question));
  const list = await sheet.findByRole('list', { name: 'Reasons' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

const changeSearch = (s: AppStage, changes: Readonly<Record<string, string | null>>) =>
  s.server.docs.batch([{ type: 'update', path: documentPaths.service(teamId, 'search'), changes }]);

test('an alert that paged shows how its people were found', async () => {
  const s = await alerts();
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why were they paged?')).toEqual([
    'Ada Moreno was on call in Primary, asked in step 1.',
  ]);
});

test('an alert that paged the reader offers the page’s reason', async () => {
  const s = await alerts({ as: 'Ada' });
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why was I paged?')).toEqual([
    'Ada Moreno was on call in Primary, asked in step 1.',
  ]);
});

test('an alert of a service without a policy shows that reason', async () => {
  const s = await alerts();
  await changeSearch(s, { policyId: null });
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why was nobody paged?')).toEqual([
    'Its service has no policy for this urgency.',
  ]);
});

test('an alert of a service whose policy is gone shows that reason', async () => {
  const s = await alerts();
  await changeSearch(s, { policyId: 'gone' });
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why was nobody paged?')).toEqual(['The policy of its service is gone.']);
});

test('an alert whose service is gone shows that reason', async () => {
  const s = await alerts();
  const path = documentPaths.service(teamId, 'search');
  await s.server.docs.batch([{ type: 'delete', path }]);
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why was nobody paged?')).toEqual([
    'No service was found for it, so no policy says whom to page.',
  ]);
});

test('an alert that joined a page shows it, with the alerts of the page', async () => {
  const s = await alerts();
  await s.fire(complaint({ summary: 'Search is down' }));
  await s.fire(complaint({ summary: 'Search is slow' }));
  const sheet = await open(s, 'Search is slow');
  const [joined, asked] = await answers(s, sheet, 'Why was nobody paged?');
  expect(joined).toMatch(/^It joined a page that had started .* for alerts of the same service/u);
  expect(asked).toBe('Ada Moreno was on call in Primary, asked in step 1.');
  expect(sheet.getByRole('link', { name: 'alerts of the same service' })).toHaveAttribute(
    'href',
    expect.stringContaining('page='),
  );
});

test('a test message is marked as one', async () => {
  const s = await alerts({ as: 'Lin' });
  await s.client.functions.call('sendTestMessage', {
    ...{ teamId, commandId: s.client.docs.newId(), integrationId: 'pagerduty' },
  });
  await s.settle();
  const sheet = await open(s, 'Test message of pagerduty');
  expect(await answers(s, sheet, 'Why was nobody paged?')).toEqual([
    'It is a test message: it pages nobody.',
  ]);
});

test('an alert held by a maintenance window shows the window, with a link to it', async () => {
  const s = await alerts({ as: 'Lin' });
  const now = s.server.clock.now();
  await s.client.functions.call('saveMaintenance', {
    ...{ teamId, commandId: s.client.docs.newId(), maintenanceId: 'upgrade', name: 'Upgrade' },
    ...{ serviceIds: ['search'], matchers: [], timezone: 'UTC', recurrence: null },
    ...{ startsAt: now, endsAt: now + 3_600_000 },
  });
  await s.fire(complaint({ summary: 'Search is down' }));
  await s.settle();
  const sheet = await open(s, 'Search is down');
  expect(await answers(s, sheet, 'Why was nobody paged?')).toEqual([
    'The maintenance window Upgrade holds its page back.',
  ]);
});
