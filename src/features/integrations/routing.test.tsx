/** A single key for a whole Alertmanager: rules from an empty list to a routed alert, on the screens alone. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { newIntegration } from '#domain/integration/transitions.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive } from '#tests/app/incident.ts';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const message = (labels: object) => ({
  ...{ version: '4', groupKey: JSON.stringify(labels), status: 'firing', commonLabels: labels },
  alerts: [{ status: 'firing', labels: { alertname: 'Full', severity: 'critical', ...labels } }],
});

/** Makes an integration for Payments, opens its rules, and returns the key. */
async function open(s: AppStage): Promise<string> {
  await s.go('/integrations/new');
  await s.user.type(screen.getByRole('combobox', { name: 'Service' }), 'Paym');
  await s.user.click(screen.getByRole('option', { name: 'Payments' }));
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Production');
  await s.user.click(button('Make the key'));
  await arrive(s);
  const key = screen.getByText(/^[0-9a-f]{32}$/).textContent ?? '';
  await s.user.click(button('I have copied it'));
  await arrive(s);
  await s.user.click(screen.getByRole('link', { name: 'Route by rules' }));
  await arrive(s);
  return key;
}

async function send(s: AppStage, key: string, labels: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const body = JSON.stringify(message(labels));
  await act(() => s.client.control.http({ method: 'POST', path: '/in/alertmanager', headers, body }));
  await arrive(s);
}

const save = async (s: AppStage) => {
  await s.user.click(button('Save the rules'));
  await arrive(s);
};
const rules = () => within(screen.getByRole('list', { name: 'Rules in their order' }));
const addByLabel = (s: AppStage) => s.user.click(button('Add “service from a label”'));
const paste = async (s: AppStage, labels: object) => {
  await s.user.clear(screen.getByRole('textbox', { name: 'Message' }));
  await s.user.click(screen.getByRole('textbox', { name: 'Message' }));
  await s.user.paste(JSON.stringify(message(labels)));
  await arrive(s);
};
const tried = () => screen.getByRole('heading', { name: 'Try a message' }).closest('section') as HTMLElement;

test('a rule sends the alerts of each service to that service, and is tried before saving', async () => {
  const s = await stage({ as: 'Lin' });
  const key = await open(s);
  await addByLabel(s);
  await paste(s, { service: 'billing' });
  expect(tried()).toHaveTextContent('Rule 1, Service by its label');
  expect(tried()).toHaveTextContent(/No service is named “billing”: the default’s, Payments/);
  await paste(s, { service: 'PAYMENTS' });
  expect(within(tried()).getByRole('list', { name: 'Who would be paged, in order' })).toBeVisible();
  await save(s);
  await send(s, key, { service: 'payments' });
  const last = within(screen.getByRole('list', { name: 'The last messages' }));
  expect(last.getByRole('button')).toHaveTextContent('Rule 1, Service by its label');
  const [alert] = await s.server.docs.find(query(collectionPaths.alerts(teamId)));
  expect(alert?.data).toMatchObject({ route: { ruleName: 'Service by its label', unknownService: null } });
});

describe('the editor of rules', () => {
  test('moves rules by keyboard, keeps the focus on the handle, and announces the place', async () => {
    const s = await stage({ as: 'Lin' });
    await open(s);
    await addByLabel(s);
    await s.user.click(button('Add a rule'));
    await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Quiet');
    button('Move Quiet, rule 2 of 2').focus();
    await s.user.keyboard('{ArrowUp}');
    expect(button('Move Quiet, rule 1 of 2')).toHaveFocus();
    expect(screen.getByText('Quiet is now 1 of 2')).toBeInTheDocument();
    expect(rules().getAllByRole('listitem')[0]).toHaveTextContent('Quiet');
  });

  test('shows the fault of a pattern, and saves nothing', async () => {
    const s = await stage({ as: 'Lin' });
    await open(s);
    await s.user.click(button('Add a rule'));
    await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Quiet');
    await s.user.click(button('Add a condition'));
    await s.user.type(screen.getByRole('textbox', { name: 'Conditions 1: name of the label' }), 'zone');
    await s.user.click(screen.getByRole('combobox', { name: 'Conditions 1: test' }));
    await s.user.click(await screen.findByRole('option', { name: 'matches' }));
    await s.user.type(screen.getByRole('textbox', { name: 'Conditions 1: pattern' }), 'db-(');
    await arrive(s);
    expect(rules().getByText(/no regular expression of RE2: missing closing/)).toBeVisible();
    await save(s);
    expect(screen.getByText('Each save is a version that can be restored. There is none yet.')).toBeVisible();
  });

  test('restores a version, with the member who saved the version', async () => {
    const s = await stage({ as: 'Lin' });
    await open(s);
    await addByLabel(s);
    await save(s);
    await s.user.click(button('Remove Service by its label'));
    await save(s);
    expect(rules().queryAllByRole('listitem')).toHaveLength(0);
    expect(screen.getByText(/^Version 1,/)).toHaveTextContent('by Lin');
    await s.user.click(button('Restore version 1'));
    await arrive(s);
    expect(rules().getByRole('listitem')).toHaveTextContent('Service by its label');
  });
});

test('an incomplete rule is rejected with its number and field', async () => {
  const s = await stage({ as: 'Lin' });
  await open(s);
  await s.user.click(button('Add a rule'));
  await save(s);
  expect(screen.getByText(/^Rule 1, Name: /u)).toBeVisible();
});

test('members who may not configure the team see the reason instead of the rules', async () => {
  const seed = async (server: ServerPorts) => {
    await seedSmallTeam(server);
    const now = server.clock.now();
    const about = { id: 'prod', teamId, name: 'Production', serviceId: 'payments', keyEnding: 'abcd' };
    const { state } = newIntegration({ ...about, kind: 'alertmanager' }, { by: 'lin', now });
    const path = documentPaths.integration(teamId, 'prod');
    await server.docs.batch([{ type: 'set', path, data: toDocument(state) }]);
  };
  await stage({ as: 'Sam', path: '/integrations/prod/rules', seed });
  expect(screen.getByText('You can’t see the routing rules')).toBeVisible();
});
