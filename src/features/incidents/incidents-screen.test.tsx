import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { stage } from '#tests/app/stage.tsx';
import { IncidentsScreen } from './incidents-screen.tsx';

async function list(path = '/incidents') {
  const app = await stage({ as: 'Lin', path, screen: <IncidentsScreen /> });
  const { incidentId } = await declare(app, app, { title: 'Search slow', severity: 'SEV4' });
  await call(app, 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await declare(app, app, { title: 'Checkout down', severity: 'SEV2' });
  await declare(app, app, { title: 'Login down', severity: 'SEV1' });
  await arrive(app);
  return app;
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Incidents' }))
    .getAllByRole('link')
    .map((row) => row.getAttribute('href'));

describe('the list of incidents', () => {
  test('shows live ones first, the worst on top', async () => {
    await list();
    expect(rows()).toEqual(['/incidents/3', '/incidents/2', '/incidents/1']);
  });

  test('shows live incidents first, the worst on top', async () => {
    await list('/incidents?status=live&severity=SEV2');
    expect(rows()).toEqual(['/incidents/2']);
  });

  test('writes its filter into the address', async () => {
    const app = await list();
    await app.user.click(screen.getByRole('radio', { name: 'Over' }));
    expect(rows()).toEqual(['/incidents/1']);
    expect(app.path()).toBe('/incidents?status=over');
    await app.user.keyboard('/');
    await app.user.keyboard('nothing');
    expect(app.path()).toBe('/incidents?status=over&q=nothing');
    await app.user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(app.path()).toBe('/incidents');
    expect(rows()).toHaveLength(3);
  });

  test('writes the filter into the address', async () => {
    const app = await list();
    await app.user.keyboard('jj');
    await waitFor(() => expect(screen.getByRole('link', { name: /Checkout down/ })).toHaveFocus());
    await app.user.keyboard('k{Enter}');
    expect(app.path()).toBe('/incidents/3');
  });

  test('moves by j and k, and opens by Enter', async () => {
    const app = await list();
    await declare(app, await app.person('Sam'), { title: 'Another one', severity: 'SEV5' });
    expect(screen.getByRole('link', { name: /Another one/ })).toBeVisible();
  });
});

test('an empty list shows the next step', async () => {
  const app = await stage({ as: 'Sam', screen: <IncidentsScreen /> });
  await arrive(app);
  expect(screen.getByText('No incidents yet')).toBeVisible();
  const [link] = screen.getAllByRole('link', { name: 'Declare incident' });
  expect(link).toHaveAttribute('href', '/declare');
});
