import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { Registration } from '#ports/messaging/messaging.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { MeScreen } from './me-screen.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage, type StageOptions } from '#tests/app/stage.tsx';

const me = (options: StageOptions = {}) =>
  stage({ as: 'Sam', path: '/me', screen: <MeScreen />, ...options });
const devices = () => within(screen.getByRole('region', { name: /^Devices that can be paged/ }));

async function enabled(options: StageOptions = {}) {
  const s = await me(options);
  await s.user.click(devices().getByRole('button', { name: 'Enable here' }));
  await s.settle();
  return s;
}

describe('the devices of the reader', () => {
  it('warn while this browser is unreachable, and enabling the browser adds a device', async () => {
    const s = await me();
    expect(devices().getByText(/only while Muster is open/)).toBeVisible();
    await s.user.click(devices().getByRole('button', { name: 'Enable here' }));
    await s.settle();
    expect(devices().queryByText(/only while Muster is open/)).toBeNull();
    expect(devices().getByText('this one')).toBeVisible();
    expect(devices().getByText('Not tested')).toBeVisible();
  });

  it('receive a drill, and the receipt proves the device', async () => {
    const s = await enabled({ screen: undefined });
    s.browser.setVisible(false);
    await s.user.click(devices().getByRole('button', { name: 'Drill' }));
    await s.settle();
    expect(s.browser.shown.map(({ notification }) => notification?.title)).toEqual([
      'Drill: this device can be reached',
    ]);
    expect(screen.getByText(/Last showed a page/)).toHaveTextContent(/Last showed a page now\./);
    expect(screen.queryByText('Not tested')).toBeNull();
    await s.user.click(screen.getByRole('button', { name: /^Acknowledge/ }));
    await s.settle();
    expect(devices().getByText('Reachable with the page open')).toBeVisible();
    // The embedded provider pushes nothing to a closed page: nothing is promised of it.
    expect(devices().getByText(/keep it open on a device at hand/)).toBeVisible();
    expect(devices().getByRole('button', { name: 'Drill' })).toBeVisible();
  });

  it('shown a drill by an open tab get the next drill after Muster is closed', async () => {
    const s = await enabled({
      screen: undefined,
      backend: (client) => ({
        ...client,
        capabilities: {
          ...client.capabilities,
          supports: { ...client.capabilities.supports, 'messaging.push': 'yes' },
        },
      }),
    });
    s.browser.setVisible(false);
    await s.user.click(devices().getByRole('button', { name: 'Drill' }));
    await s.settle();
    await s.user.click(screen.getByRole('button', { name: /^Acknowledge/ }));
    await s.settle();
    expect(devices().getByText(/close Muster on it before the drill comes/)).toBeVisible();
    await s.user.click(devices().getByRole('button', { name: 'Drill in 30 s' }));
    await s.settle();
    expect(screen.getByText('The drill comes in 30 seconds')).toBeVisible();
    await s.advance(29_000);
    expect(s.browser.shown).toHaveLength(1);
    await s.advance(2_000);
    expect(s.browser.shown).toHaveLength(2);
  });

  it('stay reachable when the push service changes the registration of this browser', async () => {
    const told: ((registration: Registration | null) => void)[] = [];
    const s = await enabled({
      screen: undefined,
      path: '/me',
      backend: (client) => ({
        ...client,
        messaging: {
          ...client.messaging,
          onRegistration(next) {
            told.push(next);
            return client.messaging.onRegistration(next);
          },
        },
      }),
    });
    const before = await s.server.docs.find(query(collectionPaths.devices(teamId)));
    for (const next of told) next({ id: 'renewed', refreshedAt: 0 });
    await s.settle();
    const after = await s.server.docs.find(query(collectionPaths.devices(teamId)));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ data }) => data?.['registration'])).toContain('renewed');
  });

  it('are turned off after a question if no other takes pages', async () => {
    const s = await enabled();
    await s.user.click(devices().getByRole('button', { name: 'Turn off' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Become unreachable?' }));
    expect(question.getByText(/^This is the last way by which pages reach you\./)).toBeVisible();
    await s.user.click(question.getByRole('button', { name: 'Turn off anyway' }));
    await s.settle();
    expect(devices().getByText('Turned off')).toBeVisible();
    expect(devices().queryByRole('button', { name: 'Drill' })).toBeNull();
    expect(devices().getByRole('button', { name: 'Enable here' })).toBeVisible();
    expect(await s.client.messaging.registration()).toBeNull();
  });

  it('show what to do when notifications are blocked', async () => {
    const s = await me();
    s.browser.answer = 'denied';
    await s.user.click(devices().getByRole('button', { name: 'Enable here' }));
    await s.settle();
    expect(devices().getByText(/Allow them in the browser’s site settings/)).toBeVisible();
    expect(devices().queryByRole('button', { name: 'Enable here' })).toBeNull();
    expect(await screen.findByText('This browser can’t be paged')).toBeVisible();
  });

  it('are silent after two weeks without a display', async () => {
    const s = await enabled();
    const [device] = (await s.server.docs.find(query(collectionPaths.devices(teamId)))).map(
      ({ path }) => path,
    );
    const daysAgo = (days: number) => Timestamp.fromMillis(s.cloud.clock.now() - days * 86_400_000);
    const shown = (days: number) =>
      s.server.docs.batch([
        {
          type: 'update',
          path: device ?? '',
          changes: { lastShownAt: daysAgo(days), pushShownAt: daysAgo(days) },
        },
      ]);
    await shown(13);
    await s.settle();
    expect(devices().getByText('Push proved')).toBeVisible();
    await shown(15);
    await s.settle();
    expect(devices().getByText('Silent 14 days')).toBeVisible();
  });

  it('in other browsers are removed after a question; this browser is turned off', async () => {
    const s = await enabled();
    expect(devices().queryByRole('button', { name: /^Remove/ })).toBeNull();
    const device = { deviceId: 'lost', label: 'Firefox on Android', userAgent: '' };
    const registration = 'elsewhere';
    const input = { teamId, commandId: 'lost', ...device, registration };
    await act(() => s.client.functions.call('registerDevice', input));
    await s.settle();
    expect(devices().getAllByRole('listitem')[0]).toHaveTextContent('this one');
    await s.user.click(devices().getByRole('button', { name: 'Remove Firefox on Android' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Remove Firefox on Android?' }));
    expect(question.getByText(/sign out everywhere if it is lost/)).toBeVisible();
    await s.user.click(question.getByRole('button', { name: 'Remove' }));
    await s.settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(devices().queryByText('Firefox on Android')).toBeNull();
    expect(devices().getByText('this one')).toBeVisible();
  });

  it('offer no drill where drills are switched off', async () => {
    const s = await enabled();
    await s.publish({ drills: 'false' });
    expect(devices().queryByRole('button', { name: 'Drill' })).toBeNull();
  });
});

it('the theme is chosen on this screen and stays', async () => {
  const s = await me();
  await s.user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await s.user.click(screen.getByRole('radio', { name: 'As this device' }));
  expect(document.documentElement).not.toHaveAttribute('data-theme');
});

it('the screen shows the role of the reader and the methods of sign-in', async () => {
  await me();
  expect(screen.getByText('A responder in Northwind')).toBeVisible();
  expect(screen.getByText('sam@northwind.example')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change the password' })).toBeVisible();
});

it('the reader signs out', async () => {
  const s = await me();
  await s.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await s.settle();
  expect(s.client.auth.currentUser()).toBeNull();
  expect(s.path()).toMatch(/^\/signin/);
});

describe('the notification rules of the reader', () => {
  it('show what would happen to a page, and are changed in place', async () => {
    const s = await enabled();
    const panel = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(panel.getAllByText(/ at once\.$/)).toHaveLength(4);
    await s.user.click(panel.getByRole('button', { name: 'Change notifications' }));
    await s.settle();
    await s.user.click(await panel.findByRole('radio', { name: 'At certain hours' }));
    expect(panel.getAllByText(/07:00, after quiet hours\.$/).length).toBeGreaterThan(0);
    await s.user.click(panel.getByRole('button', { name: 'Save notification rules' }));
    await s.settle();
    expect(panel.queryByRole('radio')).toBeNull();
    expect(panel.getAllByText(/07:00, after quiet hours\.$/).length).toBeGreaterThan(0);
  });
});
