/** Grafana, plain JSON and heartbeats, on the screens alone. */
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hour, minute } from '#domain/constants.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });

/** Adds an integration for Payments; its key is shown. */
async function makeKey(s: AppStage, sender: RegExp): Promise<void> {
  await s.go('/integrations/new?service=payments');
  await s.user.click(screen.getByRole('radio', { name: sender }));
  await s.user.type(field('Name'), 'Production');
  await s.user.click(button('Make the key'));
  await arrive(s);
}

/** Adds an integration and opens its page; returns its key. */
async function add(s: AppStage, sender: RegExp): Promise<string> {
  await makeKey(s, sender);
  const key = screen.getAllByText(/^[0-9a-f]{32}$/)[0]?.textContent ?? '';
  await s.user.click(button('I have copied it'));
  await arrive(s);
  return key;
}

async function send(s: AppStage, path: string, body: unknown): Promise<number> {
  const request = { method: 'POST', path, headers: {}, body: JSON.stringify(body) };
  const { status } = await act(() => s.client.control.http(request));
  await arrive(s);
  return status;
}

test.each([
  [/Alertmanager/, 'Read a message'],
  [/Grafana/, 'Read a message'],
  [/PagerDuty/, 'Read a message'],
  [/Plain JSON/, 'Mapping'],
])('the demonstration of %s points to the page where a message can be pasted', async (sender, title) => {
  const s = await stage({ as: 'Lin' });
  await makeKey(s, sender);
  expect(screen.getByText(/no sender outside/)).toHaveTextContent(
    `Paste a message under “${title}” on the integration’s page, or run`,
  );
  expect(screen.queryByRole('heading', { name: title })).toBeNull();
  await s.user.click(button('I have copied it'));
  await arrive(s);
  const itsPage = `Paste a message under “${title}” on this page, or run`;
  expect(screen.getByText(/no sender outside/)).toHaveTextContent(itsPage);
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
  expect(field('Message')).toBeVisible();
  await s.user.click(button('Rotate the key…'));
  await s.user.click(button('Make a new key'));
  await arrive(s);
  expect(screen.getByText(/no sender outside/)).toHaveTextContent(itsPage);
});

test('a heartbeat has no message to paste, and no mention of one', async () => {
  const s = await stage({ as: 'Lin' });
  await makeKey(s, /Heartbeat/);
  expect(screen.getByText(/no sender outside/)).toHaveTextContent('can reach it. Run Muster as a process');
  expect(screen.queryByText(/Paste a message/)).toBeNull();
});

test('a mapping is tried on a pasted message during editing, and saved', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s, /Plain JSON/);
  const message = { event: { title: 'Queue is long', key: 'q1' }, level: 'warning' };
  await s.user.click(field('Message'));
  await s.user.paste(JSON.stringify(message));
  expect(
    screen.getByText('There is no text at summary, where the mapping looks for the summary.'),
  ).toBeVisible();
  await s.user.clear(field('Summary at'));
  await s.user.type(field('Summary at'), 'event.title');
  await s.user.clear(field('Key at'));
  await s.user.type(field('Key at'), 'event.key');
  expect(screen.getByText('Queue is long', { selector: 'dd' })).toBeVisible();
  expect(await send(s, `/in/json/${key}`, message)).toBe(400);
  await s.user.click(button('Save the mapping'));
  await arrive(s);
  expect(await send(s, `/in/json/${key}`, message)).toBe(200);
  expect(
    within(screen.getByRole('list', { name: 'Last messages' })).getByText('Opened an alert'),
  ).toBeVisible();
});

test('paths with any names are picked by a press on the values of a pasted message', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s, /Plain JSON/);
  const message = '{"Alert Name":"Queue is long","labels":{"k8s.io/id":6218173416437264001},"zone":"eu"}';
  expect(screen.queryByRole('group', { name: 'Values in the message' })).toBeNull();
  await s.user.click(field('Message'));
  await s.user.paste(message);
  const values = within(screen.getByRole('group', { name: 'Values in the message' }));
  const press = (name: RegExp) => s.user.click(values.getByRole('button', { name }));
  await press(/Alert Name/);
  expect(field('Summary at')).toHaveValue('["Alert Name"]');
  expect(values.getByRole('button', { name: /Alert Name/ })).toHaveTextContent('Summary');
  // The field that had the focus is the one that is filled.
  await s.user.click(field('Key at'));
  await press(/k8s/);
  expect(field('Key at')).toHaveValue('labels["k8s.io/id"]');
  await s.user.click(values.getByRole('combobox'));
  await s.user.click(await screen.findByRole('option', { name: 'Label' }));
  await press(/zone/);
  expect(field('Label 1: path')).toHaveValue('zone');
  expect(field('Label 1: name of the label')).toHaveValue('zone');
  await s.user.click(button('Save the mapping'));
  await arrive(s);
  const request = { method: 'POST', path: `/in/json/${key}`, headers: {}, body: message };
  expect((await act(() => s.client.control.http(request))).status).toBe(200);
  const alerts = await s.cloud.server.docs.find(query(collectionPaths.alerts(teamId)));
  expect(alerts.find(({ data }) => data?.['summary'] === 'Queue is long')?.data).toMatchObject({
    dedupKey: '6218173416437264001',
    labels: { zone: 'eu' },
  });
});

test('a copied configuration has the sender’s own limit of alerts', async () => {
  const s = await stage({ as: 'Lin' });
  await makeKey(s, /Alertmanager/);
  expect(screen.getByLabelText('In alertmanager.yml')).toHaveTextContent('max_alerts: 1000');
  await s.user.click(button('I have copied it'));
  await arrive(s);
  await makeKey(s, /Grafana/);
  expect(screen.getByRole('figure', { name: /provisioned as a file/ })).toHaveTextContent(
    "maxAlerts: '1000'",
  );
});

test('an impossible path is rejected at its field', async () => {
  const s = await stage({ as: 'Lin' });
  await add(s, /Plain JSON/);
  await s.user.clear(field('Summary at'));
  await s.user.type(field('Summary at'), 'constructor.name');
  await s.user.click(button('Save the mapping'));
  expect(screen.getByText('Names of a prototype can’t be read.')).toBeVisible();
});

test('a heartbeat waits for its first beat, shows when the next is due, and reports a missing one', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s, /Heartbeat/);
  expect(screen.getByText('Waiting for the first beat')).toBeVisible();
  const interval = screen.getByLabelText('A beat at least every (minutes)');
  await s.user.clear(interval);
  await s.user.type(interval, '10');
  await s.user.click(button('Save the heartbeat'));
  await arrive(s);
  expect(await send(s, `/in/heartbeat/${key}`, {})).toBe(200);
  expect(screen.getByText('Beating')).toBeVisible();
  expect(screen.getByText('Next due until')).toBeVisible();
  await s.jump(hour);
  await arrive(s);
  expect(screen.getByText(/Missing since/)).toBeVisible();
  await act(() => s.client.control.advance(minute));
  await send(s, `/in/heartbeat/${key}`, {});
  expect(screen.getByText('Beating')).toBeVisible();
});

test('a heartbeat with a beat shows no missing message', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s, /Heartbeat/);
  expect(await send(s, `/in/heartbeat/${key}`, {})).toBe(200);
  expect(screen.getByText('Last beat')).toBeVisible();
  expect(screen.queryByText('None yet')).toBeNull();
  expect(screen.queryByText(/Nothing has been sent/)).toBeNull();
  expect(screen.getByText('No beat was missed in the last week.')).toBeVisible();
  await s.go('/integrations');
  const row = screen.getByRole('link', { name: /Production/ }).closest('li');
  expect(row).not.toHaveTextContent('No message yet');
  expect(row).toHaveTextContent(/now$/);
});

test('a heartbeat without a beat is marked in the list', async () => {
  const s = await stage({ as: 'Lin' });
  await add(s, /Heartbeat/);
  await s.go('/integrations');
  expect(screen.getByRole('link', { name: /Production/ }).closest('li')).toHaveTextContent('No beat yet');
});

test('the first beat of a new heartbeat is shown beside the key', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations/new' });
  await s.user.click(screen.getByRole('radio', { name: /Heartbeat/ }));
  await s.user.type(screen.getByRole('combobox', { name: 'Service' }), 'Paym');
  await s.user.click(screen.getByRole('option', { name: 'Payments' }));
  await s.user.type(field('Name'), 'Backup');
  await s.user.click(button('Make the key'));
  await arrive(s);
  const log = within(screen.getByRole('log'));
  expect(log.getByText('Waiting for the first beat')).toBeVisible();
  const key = screen.getByText(/^[0-9a-f]{32}$/).textContent;
  expect(await send(s, `/in/heartbeat/${key}`, {})).toBe(200);
  expect(await log.findByText('Beating')).toBeVisible();
});

test('a signing secret is set once, never shown again, and removed', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s, /Grafana/);
  await s.user.click(button('Set a secret…'));
  const secret = field('Secret') as HTMLInputElement;
  const drawn = secret.value;
  expect(drawn).toMatch(/^[0-9a-f]{64}$/);
  await s.user.clear(secret);
  await s.user.type(secret, 'short');
  await s.user.click(button('Save the secret'));
  expect(screen.getByText(/Use 16 to 200/)).toBeVisible();
  await s.user.clear(secret);
  await s.user.type(secret, drawn);
  await s.user.click(button('Save the secret'));
  await arrive(s);
  expect(document.body).not.toHaveTextContent(drawn);
  expect(await send(s, `/in/grafana/${key}`, {})).toBe(401);
  await s.user.click(button('Remove the secret…'));
  await s.user.click(button('Remove the secret'));
  await arrive(s);
  expect(await send(s, `/in/grafana/${key}`, {})).toBe(400);
});
