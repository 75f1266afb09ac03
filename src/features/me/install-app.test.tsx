import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { takeInstallOffers } from '#src/data/client/app-install.ts';
import { stage } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

takeInstallOffers();
const install = () => screen.queryByRole('button', { name: 'Install Muster' });

/** The browser offers an installation, as Chromium does; jsdom has none. Returns whether its own bar stays away. */
function offer(prompt: () => Promise<{ readonly outcome: string }>): boolean {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return event.defaultPrevented;
}

const open = () => stage({ as: 'Sam', path: '/me', screen: <MeScreen /> });

it('the app is offered for installation when the browser allows that, and once', async () => {
  const s = await open();
  expect(install()).toBeNull();
  expect(offer(async () => ({ outcome: 'accepted' }))).toBe(true);
  await s.user.click(screen.getByRole('button', { name: 'Install Muster' }));
  await s.settle();
  expect(screen.getByText('Muster is installed')).toBeVisible();
  expect(install()).toBeNull();
});

it('the installation shows no success after a decline, and another way after a browser failure', async () => {
  const s = await open();
  offer(async () => ({ outcome: 'dismissed' }));
  await s.user.click(screen.getByRole('button', { name: 'Install Muster' }));
  await s.settle();
  expect(screen.queryByText('Muster is installed')).toBeNull();
  offer(() => Promise.reject(new DOMException('Too late', 'InvalidStateError')));
  await s.user.click(screen.getByRole('button', { name: 'Install Muster' }));
  await s.settle();
  expect(screen.getByText('Muster was not installed')).toBeVisible();
});

it('the offer disappears when the app is installed from the browser’s menu', async () => {
  await open();
  offer(async () => ({ outcome: 'accepted' }));
  expect(install()).toBeVisible();
  act(() => void dispatchEvent(new Event('appinstalled')));
  expect(install()).toBeNull();
});
