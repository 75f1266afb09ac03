import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { type AppStage, stage } from './stage.tsx';

async function signOutByMenu({ user }: AppStage): Promise<void> {
  const rail = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(rail.getByRole('button', { name: 'Sam Osei' }));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Sign out' }));
}

async function signOutByPalette({ user }: AppStage): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'sign out');
  await user.keyboard('{Enter}');
}

test.each([
  ['the account menu', signOutByMenu],
  ['the palette', signOutByPalette],
])('%s signs a person out', async (_place, signOut) => {
  const s = await stage({ as: 'Sam' });
  await signOut(s);
  await s.settle();
  expect(s.client.auth.currentUser()).toBeNull();
  expect(s.path()).toMatch(/^\/signin/);
});

test('a failed sign-out shows its cause in the account menu', async () => {
  const s = await stage({ as: 'Sam' });
  vi.spyOn(s.client.auth, 'signOut').mockRejectedValue(new PortError('unavailable', 'The store is closed.'));
  await signOutByMenu(s);
  await s.settle();
  expect(screen.getByText('You are still signed in')).toBeVisible();
  expect(s.path()).toBe('/t/demo/');
});
