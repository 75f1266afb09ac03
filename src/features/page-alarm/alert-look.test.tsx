/** Details of the alert, on the alarm, before the answer. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageAlarmHost } from './page-alarm.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { stage } from '#tests/app/stage.tsx';

test('the alarm expands to labels and links of its alert, and keeps asking', async () => {
  const s = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <PageAlarmHost /> });
  await s.fire(complaint({ summary: 'Search is down' }));
  const alarm = within(screen.getByRole('alertdialog'));
  expect(alarm.queryByRole('list', { name: 'Labels of the alert' })).toBeNull();
  await s.user.click(alarm.getByText('Details, labels and links'));
  const labels = await alarm.findByRole('list', { name: 'Labels of the alert' });
  expect(labels).toHaveTextContent(/source/);
  await s.settle();
  expect(alarm.getByRole('button', { name: 'Acknowledge' })).toBeEnabled();
});
