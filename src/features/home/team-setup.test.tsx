/** Setup from an empty account to the first alert: the home screen lists what is missing, with links. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const steps = () => screen.queryByRole('list', { name: 'Set up the team' });
const missing = () => {
  const list = steps();
  return list === null
    ? []
    : within(list)
        .queryAllByRole('link')
        .map(({ textContent }) => textContent);
};

async function founded(): Promise<{ readonly s: AppStage; readonly teamId: string }> {
  const s = await stage({ as: 'Noor' });
  await s.user.type(screen.getByRole('textbox', { name: 'Team name' }), 'Harbour');
  await s.user.click(screen.getByRole('button', { name: 'Create team' }));
  await s.settle();
  return { s, teamId: s.path().split('/')[2] ?? '' };
}

test('a new team sees all missing items, and existing items are ticked off', async () => {
  const { s, teamId } = await founded();
  expect(screen.getByText('Set up the team: 0 of 9 done')).toBeVisible();
  expect(missing()).toHaveLength(9);
  await s.user.click(screen.getByRole('link', { name: 'Add an escalation policy' }));
  await s.settle();
  expect(s.path()).toBe(`/t/${teamId}/policies/new?begin=setup`);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Standard');
  await s.user.click(screen.getByRole('button', { name: 'Add policy' }));
  await s.settle();
  expect(s.path()).toBe(`/t/${teamId}/`);
  expect(screen.getByText('Set up the team: 1 of 9 done')).toBeVisible();
  expect(missing()).not.toContain('Add an escalation policy');
});

test('members of a demonstration see no set-up of the team', async () => {
  const s = await stage({ as: 'Ada' });
  await s.settle();
  expect(steps()).toBeNull();
});
