/** The form of an entity in its idiom: refusals at their fields, newer revisions, drafts, and what becomes of a form that was left. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { ServiceScreen } from './service-screen.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const path = documentPaths.service(teamId, 'payments');
const stored = async (app: AppStage) => (await app.server.docs.get(path)).data;
const press = async (app: AppStage, name: string) => {
  await app.user.click(button(name));
  await arrive(app);
};
const conflict = () => screen.queryByRole('region', { name: 'Changed meanwhile' });

async function edited(typed: string): Promise<AppStage> {
  const app = await stage({
    as: 'Ada',
    path: '/services/payments',
    screen: <ServiceScreen serviceId="payments" />,
  });
  await press(app, 'Edit');
  if (typed !== '') await app.user.type(field('Name'), typed);
  return app;
}

const theirs = async (app: AppStage) => {
  await call(await app.person('Lin'), 'saveService', {
    ...{ serviceId: 'payments', name: 'Theirs', description: '' },
    ...{ policyId: 'standard', ownerId: null, supportHours: null, dependsOn: [] },
  });
  await arrive(app);
};

test('an unchanged service can’t be saved', async () => {
  await edited('');
  expect(button('Save service')).toHaveAccessibleDescription('Nothing is changed yet.');
});

test('the first field with an error has the focus', async () => {
  const app = await edited('');
  await app.user.clear(field('Name'));
  await press(app, 'Save service');
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('a rejection by the server is shown at its field, once, and the field has the focus', async () => {
  const app = await edited('');
  const owner = screen.getByRole('combobox', { name: /^Looked after by/ });
  await app.user.click(owner);
  await app.user.click(await screen.findByRole('option', { name: /Sam Osei/ }));
  await app.user.keyboard('{Escape}');
  await app.server.docs.batch([{ type: 'delete', path: documentPaths.member(teamId, 'sam') }]);
  await press(app, 'Save service');
  expect(screen.getAllByText(/This person is not in the team any more/)).toHaveLength(1);
  expect(owner).toBeInvalid();
  await waitFor(() => expect(owner).toHaveFocus());
  await app.user.click(owner);
  await app.user.click(await screen.findByRole('option', { name: /Lin/ }));
  expect(owner).not.toBeInvalid();
});

test('saving a service shows a confirmation', async () => {
  const app = await edited(' and more');
  await press(app, 'Save service');
  expect(await screen.findByText('Service saved')).toBeVisible();
  expect(await stored(app)).toMatchObject({ name: 'Payments and more' });
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('typed values replace a newer revision only after a choice', async () => {
  const app = await edited(' and more');
  await theirs(app);
  expect(conflict()).toBeVisible();
  await press(app, 'Save service');
  expect(await stored(app)).toMatchObject({ name: 'Theirs' });
  await press(app, 'Keep what I typed');
  expect(conflict()).toBeNull();
  await press(app, 'Save service');
  expect(await stored(app)).toMatchObject({ name: 'Payments and more' });
});

test('the newer revision can be taken instead', async () => {
  const app = await edited(' and more');
  await theirs(app);
  await press(app, 'Take theirs');
  expect(field('Name')).toHaveValue('Theirs');
  expect(button('Save service')).toHaveAccessibleDescription('Nothing is changed yet.');
});

test('the newer revision can be taken', async () => {
  const app = await edited('');
  await theirs(app);
  await waitFor(() => expect(field('Name')).toHaveValue('Theirs'));
  expect(conflict()).toBeNull();
  await app.user.type(field('Name'), ' too');
  await press(app, 'Save service');
  expect(await stored(app)).toMatchObject({ name: 'Theirs too' });
});

test('a draft of an earlier revision is kept, and does not overwrite the newer one', async () => {
  const app = await edited(' and more');
  const lin = await app.person('Lin');
  await reload(app, <ServiceScreen serviceId="payments" />, () =>
    theirs({ ...app, person: async () => lin }),
  );
  await press(app, 'Edit');
  expect(field('Name')).toHaveValue('Payments and more');
  expect(conflict()).toBeVisible();
  await press(app, 'Save service');
  expect(await stored(app)).toMatchObject({ name: 'Theirs' });
});

test('a queued save does not navigate away from another screen', async () => {
  const app = await stage({ as: 'Lin', path: '/services/new' });
  await app.user.type(field('Name'), 'Mail');
  await app.network(false);
  await press(app, 'Add service');
  expect(screen.getByText('Queued: saved when the connection is back.')).toBeVisible();
  await app.go('/policies');
  await app.network(true);
  await arrive(app);
  expect(await screen.findByText('Service saved')).toBeVisible();
  expect(app.path()).toBe('/t/demo/policies');
  await app.go('/services/new');
  expect(field('Name')).toHaveValue('');
});

test('a save rejected after its form was left is reported, and its draft kept', async () => {
  const app = await stage({ as: 'Lin', path: '/services/new' });
  await app.user.type(field('Name'), 'Mail');
  await app.network(false);
  await press(app, 'Add service');
  await app.go('/policies');
  await app.client.control.inject({
    ...{ kind: 'refuse', service: 'functions', operation: 'call:saveService' },
    code: 'permission-denied',
  });
  await app.network(true);
  await arrive(app);
  expect(await screen.findByText('The service was not saved')).toBeVisible();
  await app.go('/services/new');
  expect(field('Name')).toHaveValue('Mail');
});
