import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrive } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { stage } from '#tests/app/stage.tsx';
import { PageAlarmHost } from './page-alarm.tsx';
import { UnsentAcknowledgements } from './unsent.tsx';

const watching = async () => {
  const s = await stage({
    as: 'Ada',
    seed: seedTeamWithSenders,
    screen: (
      <>
        <UnsentAcknowledgements />
        <PageAlarmHost />
      </>
    ),
  });
  await s.fire(complaint({ summary: 'Search is down' }));
  return s;
};
const unsent = () => screen.queryByText(/Not sent: your acknowledgement of “Search is down”/);

test('an acknowledgement without a connection is shown as unsent, with the time of the next page', async () => {
  const s = await watching();
  await s.network(false);
  await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await s.settle();
  expect(unsent()).toHaveTextContent('Escalates to Lin Ødegård in');
  await s.advance(48_000);
  expect(screen.getByRole('timer')).toHaveTextContent('4:12');

  await s.network(true);
  await arrive(s);
  expect(unsent()).toBeNull();
  expect(await screen.findByText('Sent: you have acknowledged it')).toBeVisible();
});

test('an acknowledgement with a connection has no such warning', async () => {
  const s = await watching();
  await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await arrive(s);
  expect(unsent()).toBeNull();
  expect(screen.queryByText('Sent: you have acknowledged it')).toBeNull();
});

test('the warning stays after the next person was paged, with the following consequence', async () => {
  const s = await watching();
  await s.network(false);
  await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await s.settle();
  await s.advance(5 * 60_000);
  expect(unsent()).toBeVisible();
  expect(screen.queryByText('Sent: you have acknowledged it')).toBeNull();
});
