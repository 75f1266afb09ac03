/** Reasons why the reader was notified, on the alarm. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageAlarmHost } from './page-alarm.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { stage } from '#tests/app/stage.tsx';

test('the alarm expands to the schedule and the step that asked, and can still be answered', async () => {
  const s = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <PageAlarmHost /> });
  await s.fire(complaint({ summary: 'Search is down' }));
  const alarm = within(screen.getByRole('alertdialog'));
  expect(alarm.queryByRole('list', { name: 'Reasons' })).toBeNull();
  await s.user.click(alarm.getByText('Why was I paged?'));
  const reasons = await alarm.findByRole('list', { name: 'Reasons' });
  expect(reasons).toHaveTextContent('Ada Moreno was on call in Primary, asked in step 1.');
  await s.user.click(alarm.getByRole('button', { name: 'Acknowledge' }));
  await s.settle();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
