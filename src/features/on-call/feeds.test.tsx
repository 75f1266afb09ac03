import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { feedIdOf, parseFeedPath } from '#api/feed-secret.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { OnCallScreen } from './on-call-screen.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';

const onCall = () => stage({ as: 'Ada', path: '/oncall', screen: <OnCallScreen /> });
const part = () => within(screen.getByRole('region', { name: 'In your own calendar' }));

it('a calendar address is created, shown once, and revoked', async () => {
  const s = await onCall();
  const stored = () => s.cloud.server.docs.find(query(collectionPaths.feeds(teamId)));
  expect(await part().findByText('You have no calendar address.')).toBeVisible();
  await s.user.click(part().getByRole('button', { name: 'Add an address' }));
  await s.user.click(screen.getByRole('combobox', { name: 'What it shows' }));
  await s.user.click(await screen.findByRole('option', { name: 'Primary' }));
  await s.user.click(screen.getByRole('button', { name: 'Make the address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your calendar address' }));
  const shown = dialog.getByText(/\/ical\//).textContent;
  const { secret = '' } = parseFeedPath(new URL(shown).pathname) ?? {};
  const [feed] = await stored();
  expect(feed).toMatchObject({ id: feedIdOf(secret), data: { scope: 'schedule', scheduleId: 'primary' } });
  await s.user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(shown)).toBeNull());

  await s.user.click(await part().findByRole('button', { name: 'Revoke the address of Primary' }));
  await s.user.click(await screen.findByRole('button', { name: 'Revoke address' }));
  expect(await part().findByText('You have no calendar address.')).toBeVisible();
  expect(await stored()).toEqual([]);
});
