/** Integrations from an empty list to a key that a machine sends with, on the screens alone. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const firing = (severity = 'warning') => ({
  version: '4',
  groupKey: 'queue',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'QueueFull', severity },
      annotations: { summary: 'The queue is full' },
      startsAt: '2026-01-05T08:59:00Z',
    },
  ],
});

/** The status that a sender with the key is answered. */
async function send(s: AppStage, key: string, body: object | string = firing()): Promise<number> {
  const { status } = await act(() =>
    s.client.control.http({
      method: 'POST',
      path: '/in/alertmanager',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  await arrive(s);
  return status;
}

/** Adds an integration for Payments, and returns the shown key. */
async function add(s: AppStage): Promise<string> {
  await s.go('/integrations/new');
  await s.user.type(screen.getByRole('combobox', { name: 'Service' }), 'Paym');
  await s.user.click(screen.getByRole('option', { name: 'Payments' }));
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Production');
  await s.user.click(button('Make the key'));
  await arrive(s);
  return shownKey();
}

const shownKey = () => screen.getByText(/^[0-9a-f]{32}$/).textContent ?? '';

test('an empty list leads to the first integration', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations' });
  await s.user.click(screen.getAllByRole('link', { name: 'Add an integration' })[0] as HTMLElement);
  await s.settle();
  expect(s.path()).toBe('/t/demo/integrations/new');
});

test('the key of an integration is shown once, with the configuration, and is valid at once', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await add(s);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.getByLabelText('In alertmanager.yml')).toHaveTextContent(`credentials: ${key}`);
  expect(await send(s, key)).toBe(200);
  await s.user.click(button('I have copied it'));
  await arrive(s);
  expect(document.body).not.toHaveTextContent(key);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Production');
  const messages = within(screen.getByRole('list', { name: 'Last messages' }));
  expect(messages.getByRole('link', { name: 'Opened an alert' })).toBeVisible();
});

test('the only service is chosen when it comes after the form is opened, and what is typed stays', async () => {
  const paths = ['payments', 'search'].map((id) => documentPaths.service(teamId, id));
  const s = await stage({
    as: 'Lin',
    path: '/integrations/new',
    seed: async (server) => {
      await seedSmallTeam(server);
      await server.docs.batch(paths.map((path) => ({ type: 'delete', path })));
    },
  });
  await arrive(s);
  expect(screen.getByText('Add a service first')).toBeVisible();
  const add = (id: string, name: string) =>
    call(s, 'saveService', {
      ...{ serviceId: id, name, description: '' },
      ...{ policyId: 'standard', ownerId: null, supportHours: null, dependsOn: [] },
    });
  await add('mail', 'Mail');
  await arrive(s);
  expect(screen.getByRole('button', { name: 'Remove Mail' })).toBeVisible();
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Production');
  // With two nothing is chosen for the user.
  await add('search', 'Search');
  await arrive(s);
  expect(screen.queryByRole('button', { name: 'Remove Mail' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Production');
});

test('the chosen service stays when it is pressed again', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations/new?service=payments' });
  await arrive(s);
  expect(screen.getByRole('button', { name: 'Remove Payments' })).toBeVisible();
  await s.user.click(screen.getByRole('combobox', { name: 'Service' }));
  await s.user.click(screen.getByRole('option', { name: 'Payments' }));
  await s.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Remove Payments' })).toBeVisible();
  await s.user.click(screen.getByRole('button', { name: 'Remove Payments' }));
  expect(screen.queryByRole('button', { name: 'Remove Payments' })).toBeNull();
});

describe('beside a new key', () => {
  const arrivals = () => within(screen.getByRole('log'));

  test('messages are shown as they arrive, with their results', async () => {
    const s = await stage({ as: 'Lin' });
    const key = await add(s);
    expect(screen.getByRole('log')).toHaveAccessibleName('What arrives with this key');
    expect(arrivals().getByText('Waiting for the first message…')).toBeVisible();
    await send(s, key);
    expect(await arrivals().findByRole('link', { name: 'Opened an alert' })).toBeVisible();
    expect(arrivals().queryByText(/Waiting/)).toBeNull();
    await send(s, key, 'nonsense');
    expect(await arrivals().findByText('The body is not JSON.')).toBeVisible();
    expect(arrivals().getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText(key)).toBeVisible();
  });

  test('messages from before a rotation are left out', async () => {
    const s = await stage({ as: 'Lin' });
    const first = await add(s);
    await send(s, first);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    await s.jump(2 * hour);
    await s.user.click(button('Rotate the key…'));
    await s.user.click(button('Make a new key'));
    await arrive(s);
    expect(screen.getByRole('log')).toHaveAccessibleName('What arrives from now on');
    expect(arrivals().getByText('Waiting for the first message…')).toBeVisible();
    await send(s, shownKey());
    expect(await arrivals().findAllByRole('listitem')).toHaveLength(1);
    expect(arrivals().getByRole('link', { name: 'Added to an open alert' })).toBeVisible();
  });
});

describe('the page of an integration', () => {
  test('shows a rotated key, and the previous one works until its end', async () => {
    const s = await stage({ as: 'Lin' });
    const first = await add(s);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    await s.user.click(button('Rotate the key…'));
    await s.user.click(button('Make a new key'));
    await arrive(s);
    const second = shownKey();
    expect(second).not.toBe(first);
    expect([await send(s, first), await send(s, second)]).toEqual([200, 200]);
    expect(screen.getByText(`…${first.slice(-4)}`)).toBeVisible();
    await s.jump(25 * hour);
    expect([await send(s, first), await send(s, second)]).toEqual([401, 200]);
  });

  test('renames the key and moves the integration to another service, which gets the alerts', async () => {
    const s = await stage({ as: 'Lin' });
    const key = await add(s);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    await s.server.docs.batch([{ type: 'delete', path: documentPaths.service(teamId, 'payments') }]);
    await arrive(s);
    expect(screen.getByText('A service that is gone: its alerts page nobody')).toBeVisible();
    await s.user.click(button('Rename or move to another service'));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await s.user.clear(name);
    await s.user.type(name, 'Shop');
    await s.user.type(screen.getByRole('combobox', { name: 'Service' }), 'Sear');
    await s.user.click(screen.getByRole('option', { name: 'Search' }));
    await s.user.click(button('Save the integration'));
    await arrive(s);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Shop');
    expect(screen.getByRole('link', { name: 'Search' })).toBeVisible();
    expect(await send(s, key, firing('critical'))).toBe(200);
    const [alert] = await s.server.docs.find(query(collectionPaths.alerts(teamId)));
    expect(alert?.data).toMatchObject({ serviceId: 'search' });
    expect(alert?.data?.['pageId']).not.toBeNull();
  });

  test('revokes a key after a question, and the key is rejected', async () => {
    const s = await stage({ as: 'Lin' });
    const key = await add(s);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    await s.user.click(button('Revoke the key…'));
    expect(await send(s, key)).toBe(200);
    await s.user.click(button('Revoke key'));
    await arrive(s);
    expect(await send(s, key)).toBe(401);
    expect(button('Rotate the key…')).toHaveAccessibleDescription(/was revoked/);
  });

  test('sends a test message that leads to its alert', async () => {
    const s = await stage({ as: 'Lin' });
    await add(s);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    await s.user.click(button('Send a test message'));
    await arrive(s);
    await s.user.click(button('Open the alert'));
    await arrive(s);
    expect(s.path()).toMatch(/\/alerts\?alert=/);
    expect(screen.getAllByText('Test message of Production')[0]).toBeVisible();
  });

  test('shows the reason for a rejected message', async () => {
    const s = await stage({ as: 'Lin' });
    const key = await add(s);
    expect(await send(s, key, 'nonsense')).toBe(400);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    expect(screen.getByText('The body is not JSON.')).toBeVisible();
  });

  test('reads a pasted message, and changes nothing', async () => {
    const s = await stage({ as: 'Lin' });
    await add(s);
    await s.user.click(button('I have copied it'));
    await arrive(s);
    const field = screen.getByRole('textbox', { name: 'Message' });
    await s.user.click(field);
    await s.user.paste(JSON.stringify(firing()));
    await s.user.click(button('Read it'));
    expect(screen.getByText('The queue is full')).toBeVisible();
    await s.user.clear(field);
    await s.user.paste('{"routing_key":"x","event_action":"trigger"}');
    await s.user.click(button('Read it'));
    expect(screen.getByText(/This is a message of PagerDuty events/)).toBeVisible();
    expect(screen.getByText(/Nothing has been sent with this key/)).toBeVisible();
  });
});

test('typed values are present on return, and a failed save keeps them', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations/new' });
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Half a na');
  await s.user.click(button('Make the key'));
  expect(screen.getByText('Choose the service that its alerts are about.')).toBeVisible();
  await s.go('/integrations');
  await s.go('/integrations/new');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a na');
});

test('a responder sees who may add an integration, and no messages', async () => {
  const s = await stage({ as: 'Sam', path: '/integrations/new' });
  expect(screen.getByText(/Only admins may/)).toBeVisible();
  await s.go('/integrations');
  expect(button('Add an integration')).toHaveAccessibleDescription(/Only admins may/);
});
