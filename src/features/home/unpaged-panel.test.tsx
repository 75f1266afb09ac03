/** Keys and services whose alerts page nobody, on home and on readiness. */
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { arrive } from '#tests/app/incident.ts';
import { seedTeamWithSenders } from '#tests/app/senders.ts';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { homeParts } from './parts.ts';

beforeAll(() => Promise.all(Object.values(homeParts).map(({ load }) => load())));

const list = () => screen.queryByRole('list', { name: 'Alerts that page nobody' });

async function serviceRemoved(as: PersonName, path: string) {
  const app = await stage({ as, path, seed: seedTeamWithSenders });
  await arrive(app);
  expect(list()).toBeNull();
  await app.server.docs.batch([{ type: 'delete', path: documentPaths.service(teamId, 'payments') }]);
  await arrive(app);
  return app;
}

test.each(['/', '/readiness'])(
  'a key whose service was removed is listed at %s with a link until the key is moved',
  async (path) => {
    const app = await serviceRemoved('Lin', path);
    const source = within(await screen.findByRole('list', { name: 'Alerts that page nobody' }));
    expect(source.getAllByRole('listitem')).toHaveLength(1);
    expect(source.getByText(/The service of this key is gone: its alerts page nobody/)).toBeVisible();
    const link = source.getByRole('link', { name: 'alertmanager' });
    expect(link).toHaveAttribute('href', '/t/demo/integrations/alertmanager');
    await app.server.docs.batch([
      {
        type: 'update',
        path: documentPaths.integration(teamId, 'alertmanager'),
        changes: { serviceId: 'search' },
      },
    ]);
    await arrive(app);
    expect(list()).toBeNull();
  },
);

test('a service whose policy is gone is listed with a link to it', async () => {
  const app = await stage({ as: 'Lin', path: '/', seed: seedTeamWithSenders });
  await arrive(app);
  await app.server.docs.batch([
    { type: 'update', path: documentPaths.service(teamId, 'search'), changes: { policyId: 'gone' } },
  ]);
  await arrive(app);
  const link = await screen.findByRole('link', { name: 'Search' });
  expect(link).toHaveAttribute('href', '/t/demo/services/search');
});

test('a responder, who can’t change services, does not see the list', async () => {
  await serviceRemoved('Sam', '/readiness');
  expect(list()).toBeNull();
});
