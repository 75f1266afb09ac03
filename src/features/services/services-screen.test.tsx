import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive, declare } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { NewServiceScreen } from './new-service-screen.tsx';
import { ServiceScreen } from './service-screen.tsx';
import { ServicesScreen } from './services-screen.tsx';

const list = (as: PersonName = 'Ada', path = '/services') => stage({ as, path, screen: <ServicesScreen /> });
const form = (as: PersonName = 'Ada') => stage({ as, path: '/services/new', screen: <NewServiceScreen /> });
const page = (as: PersonName = 'Ada', serviceId = 'payments') =>
  stage({ as, path: `/services/${serviceId}`, screen: <ServiceScreen serviceId={serviceId} /> });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const combobox = (name: RegExp) => screen.getByRole('combobox', { name });
const region = (name: string) => within(screen.getByRole('region', { name }));
const stored = async (app: AppStage, id: string) =>
  (await app.server.docs.get(documentPaths.service(teamId, id))).data;
const only = async (app: AppStage) => {
  const found = await app.server.docs.find(query(collectionPaths.services(teamId)));
  return found.map(({ data }) => data).find((data) => data?.['name'] === 'Mail');
};
const press = async (app: AppStage, name: string | RegExp) => {
  await app.user.click(button(name));
  await arrive(app);
};

async function choose(app: AppStage, name: RegExp, option: string): Promise<void> {
  await app.user.click(combobox(name));
  await app.user.click(await screen.findByRole('option', { name: new RegExp(option) }));
  await app.user.keyboard('{Escape}');
}

test('the list shows who is paged for each service now, and each service’s problems', async () => {
  const app = await list();
  await declare(app, await app.person('Lin'), { serviceIds: ['payments'] });
  const [payments, search] = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem');
  expect(payments).toHaveTextContent('Payments');
  expect(payments).toHaveTextContent('Ada Moreno');
  expect(payments).toHaveTextContent('1 incident');
  expect(search).not.toHaveTextContent('incident');
});

test('words in the address find services', async () => {
  const app = await list('Ada', '/services?q=goods');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await app.user.type(screen.getByRole('searchbox'), ' nothing');
  expect(screen.getByText('Nothing found')).toBeVisible();
  await app.user.click(button('Show all of them'));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('a list without a service leads to the first one', async () => {
  await stage({
    as: 'Ada',
    screen: <ServicesScreen />,
    seed: async (server: ServerPorts) => {
      await seedSmallTeam(server);
      const found = await server.docs.find(query(collectionPaths.services(teamId)));
      await server.docs.batch(found.map(({ path }) => ({ type: 'delete' as const, path })));
    },
  });
  expect(screen.getByText('No services yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a service' })).toBeVisible();
});

test('a responder sees why services can’t be added or changed', async () => {
  await list('Sam');
  expect(button('Add a service')).toHaveAccessibleDescription(/^Only admins may/);
});

test('an admin adds a service with a policy, an owner, dependencies and hours', async () => {
  const app = await form();
  await app.user.type(field('Name'), 'Mail');
  await choose(app, /^Who is paged/, 'Standard');
  await choose(app, /^At low urgency/, 'Standard');
  await choose(app, /^Looked after by/, 'Sam Osei');
  await choose(app, /^Depends on/, 'Search');
  await app.user.click(screen.getByRole('radio', { name: 'At certain hours' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await press(app, 'Add service');
  const created = await only(app);
  expect(created).toMatchObject({
    name: 'Mail',
    policyId: 'standard',
    lowPolicyId: 'standard',
    ownerId: 'sam',
    dependsOn: ['search'],
    supportHours: {
      timezone: 'Europe/Berlin',
      windows: [{ weekdays: [1, 2, 3, 4], from: '09:00', to: '17:00' }],
    },
  });
  expect(app.path()).toBe(`/services/${String(created?.['id'])}`);
});

test('missing values are reported, and nothing is sent', async () => {
  const app = await form();
  await app.user.click(screen.getByRole('radio', { name: 'At certain hours' }));
  await app.user.click(button('Remove Hours'));
  await press(app, 'Add service');
  expect(field('Name')).toBeInvalid();
  expect(screen.getByText(/^Add the hours/)).toHaveTextContent(
    'Add the hours, or choose “Around the clock”.',
  );
  expect(await only(app)).toBeUndefined();
});

test('typed values survive a reload', async () => {
  const app = await form();
  await app.user.type(field('Name'), 'Mail');
  await reload(app, <NewServiceScreen />);
  expect(field('Name')).toHaveValue('Mail');
});

test('typed values are gone after Cancel', async () => {
  const app = await form();
  await app.user.type(field('Name'), 'Mail');
  await app.user.click(button('Cancel'));
  await reload(app, <NewServiceScreen />);
  expect(field('Name')).toHaveValue('');
});

test('a rejected service shows the reason in the form, which keeps the typed values', async () => {
  const app = await form();
  await app.user.type(field('Name'), 'Mail');
  await app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:saveService',
    code: 'permission-denied',
  });
  await press(app, 'Add service');
  expect(screen.getByRole('alert')).toBeVisible();
  expect(field('Name')).toHaveValue('Mail');
});

test('the page of a service shows who is paged in each step now', async () => {
  await page();
  const steps = region('Who is paged now').getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^At once.*Ada Moreno$/),
    expect.stringMatching(/^After 5 min.*Lin Ødegård$/),
  ]);
});

test('the page of a service shows its live incidents and its dependents', async () => {
  const app = await page();
  await declare(app, await app.person('Lin'), { serviceIds: ['payments'] });
  expect(region('Live incidents').getByRole('link')).toHaveTextContent('Checkout answers with errors');
  expect(region('Overview').getByText('No other service')).toBeVisible();
  expect(region('Active alerts').getByText('No active alerts.')).toBeVisible();
});

test('a service is changed in place', async () => {
  const app = await page();
  await press(app, 'Edit');
  await app.user.clear(field('Name'));
  await app.user.type(field('Name'), 'Money');
  await choose(app, /^Depends on/, 'Search');
  await press(app, 'Save service');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Money');
  expect(await stored(app, 'payments')).toMatchObject({ name: 'Money', dependsOn: ['search'] });
});

test('services that depend on this one are not offered', async () => {
  const app = await page('Ada', 'search');
  const path = documentPaths.service(teamId, 'payments');
  await app.server.docs.batch([{ type: 'update', path, changes: { dependsOn: ['search'] } }]);
  await arrive(app);
  await press(app, 'Edit');
  await app.user.click(combobox(/^Depends on/));
  expect(await screen.findByText(/Nothing matches/)).toBeVisible();
});

test('a change by another member meanwhile is not overwritten', async () => {
  const app = await page();
  await press(app, 'Edit');
  await app.user.type(field('Name'), ' and more');
  const path = documentPaths.service(teamId, 'payments');
  await app.server.docs.batch([{ type: 'update', path, changes: { name: 'Theirs', revision: 2 } }]);
  await arrive(app);
  await press(app, 'Save service');
  expect(screen.getByRole('alert')).toHaveTextContent(/Someone changed this/);
  expect(field('Name')).toHaveValue('Payments and more');
});

test('removing a service lists its references and needs its name; Undo restores the service', async () => {
  const app = await page();
  await declare(app, await app.person('Lin'), { serviceIds: ['payments'] });
  await app.user.click(button('Remove Payments…'));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Remove “Payments”?' }));
  expect(dialog().getByText('1 live incident goes on without it.')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Remove service' })).toHaveAccessibleDescription(
    'Type the name of the service first.',
  );
  await app.user.type(dialog().getByRole('textbox'), 'Payments');
  await app.user.click(dialog().getByRole('button', { name: 'Remove service' }));
  await arrive(app);
  expect(await stored(app, 'payments')).toBeNull();
  expect(app.path()).toBe('/services');
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await arrive(app);
  expect(await stored(app, 'payments')).toMatchObject({ name: 'Payments', policyId: 'standard' });
});

test('an address of an unknown service shows a notice', async () => {
  await page('Ada', 'nothing');
  expect(screen.getByText('There is no such service')).toBeVisible();
});
