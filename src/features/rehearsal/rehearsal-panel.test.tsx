import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { onRecording } from '#tests/recorded/on-recording.ts';
import { RehearsalPanelScreen, press, alerts } from '#tests/app/rehearsal-stage.tsx';

const rehearsalPanel = (as: PersonName = 'Ada') =>
  stage({ as, seed: seedTeamWithSenders, screen: <RehearsalPanelScreen /> });

const openRehearsalTab = async (s: AppStage, name: string) => {
  await s.user.click(screen.getByRole('tab', { name }));
  await s.settle();
};

const paste = (text: string) =>
  fireEvent.change(screen.getByLabelText('Or paste a message'), { target: { value: text } });

describe('alerts', () => {
  it('have a sample that fires once for each press, and stays one alert', async () => {
    const s = await rehearsalPanel();
    await press(s, 'Fire: Search is down');
    expect(screen.getByText(/POST \/v2\/enqueue answered 202/)).toBeVisible();
    await press(s, 'Fire: Search is down');
    expect(await alerts(s)).toMatchObject([{ summary: 'Search is down', count: 2, status: 'open' }]);
  });

  onRecording('fixtures/alertmanager', 1, (folder) => {
    it('are sent from pasted messages of a real sender: firing twice, partly resolved, resolved, and always one alert', async () => {
      const s = await rehearsalPanel();
      const send = async (number: number) => {
        paste(readFileSync(path.join(folder, `alertmanager_webhook.0${number}.json`), 'utf8'));
        await press(s, 'Send it');
        expect(screen.getByText(/POST \/in\/alertmanager\/… answered 200/)).toBeVisible();
      };
      await send(1);
      await send(1);
      expect(await alerts(s)).toMatchObject([{ status: 'open', count: 2, firing: 2 }]);
      await send(2);
      expect(await alerts(s)).toMatchObject([{ status: 'open', count: 3, firing: 1 }]);
      await send(3);
      expect(await alerts(s)).toMatchObject([{ status: 'resolved', firing: 0 }]);
    });
  });

  it('keep a wrong pasted message, with its fault', async () => {
    const s = await rehearsalPanel();
    expect(screen.getByRole('button', { name: 'Send it' })).toHaveAccessibleDescription(
      'Paste a message first.',
    );
    paste('{"status": "firing"');
    await press(s, 'Send it');
    expect(screen.getByText(/This is not JSON. Paste the whole message/)).toBeVisible();
    paste('{"hello": "world"}');
    await press(s, 'Send it');
    expect(screen.getByText(/no message of Alertmanager, Grafana or PagerDuty’s shape/)).toBeVisible();
    expect(screen.getByLabelText('Or paste a message')).toHaveValue('{"hello": "world"}');
    expect(await alerts(s)).toEqual([]);
  });

  it('show the answer to the sender when the backend rejects', async () => {
    const s = await rehearsalPanel();
    const { body } = complaint({ summary: 'Search is down' });
    paste(JSON.stringify({ ...body, routing_key: 'nobody-knows-this-key-0000000000' }));
    await press(s, 'Send it');
    expect(screen.getByText(/POST \/v2\/enqueue answered 4\d\d/)).toBeVisible();
    expect(await alerts(s)).toEqual([]);
  });
});

describe('time', () => {
  it('moves to the next event: the page escalates', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Time');
    expect(screen.getByText(/No page is open/)).toBeVisible();
    await s.fire(complaint({ summary: 'Search is down' }));
    const began = s.client.control.now();
    await press(s, /^To the next event: “Search is down” asks Lin Ødegård/);
    await waitFor(() => expect(s.client.control.now() - began).toBe(301_000));
    await s.settle();
    expect(
      screen.getByRole('button', { name: /^To the next event: “Search is down” asks Ada Moreno/ }),
    ).toBeVisible();
  });

  it('moves by a chosen amount', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Time');
    const began = s.client.control.now();
    await press(s, '+ 30 minutes');
    await waitFor(() => expect(s.client.control.now() - began).toBe(1_800_000));
    await s.settle();
  });
});

describe('the network', () => {
  it('is disconnected for this tab alone, and reconnected', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Network');
    await s.user.click(screen.getByRole('switch', { name: 'This tab is connected' }));
    await s.settle();
    expect(s.client.control.networkOnline()).toBe(false);
    expect(screen.getByRole('switch', { name: 'This tab is connected' })).not.toBeChecked();
    await s.user.click(screen.getByRole('switch', { name: 'This tab is connected' }));
    await s.settle();
    expect(s.client.control.networkOnline()).toBe(true);
  });

  it('can fail on purpose, and planned failures can be cleared', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Network');
    await press(s, 'Inject: Backend fails');
    expect(screen.getByText('Injected: Backend fails')).toBeVisible();
    await press(s, 'Clear the faults');
    expect(screen.queryByText(/^Injected:/)).toBeNull();
    const tasks = s.client.functions.call('sendDrill', { teamId, commandId: 'c1', deviceId: 'none' });
    await expect(tasks).rejects.not.toMatchObject({ code: 'unavailable' });
  });
});

describe('settings', () => {
  it('are published to everyone at once', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Settings');
    await s.user.type(screen.getByLabelText(/^Announcement/), 'The shop is closed tonight');
    await press(s, 'Publish');
    expect(screen.getByText('The shop is closed tonight', { selector: 'p' })).toBeVisible();
  });

  it('that are invalid are not published, with the reason', async () => {
    const s = await rehearsalPanel();
    await openRehearsalTab(s, 'Settings');
    await s.user.clear(screen.getByLabelText(/^Minutes until/));
    await s.user.type(screen.getByLabelText(/^Minutes until/), 'soon');
    await press(s, 'Publish');
    expect(screen.getByText('Use a whole number.')).toBeVisible();
    expect(s.client.config.value('acknowledge_timeout_minutes').source).not.toBe('remote');
  });
});

it('the inbox shows the mails sent to people', async () => {
  const s = await rehearsalPanel();
  await s.client.auth.mail.sendPasswordReset('sam@northwind.example');
  await openRehearsalTab(s, 'Inbox');
  const mail = within(screen.getByRole('tabpanel')).getByRole('listitem');
  expect(mail).toHaveTextContent('sam@northwind.example');
  expect(within(mail).getByRole('link', { name: 'Follow the link' })).toHaveAttribute(
    'href',
    expect.stringContaining('mode=resetPassword'),
  );
});

it('the inbox shows the codes of authenticator apps', async () => {
  const s = await rehearsalPanel();
  const other = await s.person('Sam');
  const { uri, sessionId } = await other.client.auth.factors.totp.start();
  await openRehearsalTab(s, 'Inbox');
  const shown = URI.parse(uri).generate({ timestamp: s.cloud.clock.now() });
  const app = () => within(screen.getByRole('region', { name: 'Authenticator apps' })).getByRole('listitem');
  expect(app()).toHaveTextContent('sam@northwind.example being set up');
  expect(app()).toHaveTextContent(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await other.client.auth.factors.totp.finish(sessionId, shown);
  await s.advance(30_000);
  const next = URI.parse(uri).generate({ timestamp: s.cloud.clock.now() });
  expect(app()).not.toHaveTextContent('being set up');
  expect(app()).toHaveTextContent(`${next.slice(0, 3)} ${next.slice(3)}`);
});
