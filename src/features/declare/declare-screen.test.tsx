import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Timestamp } from '#ports/docs/values.ts';
import { arrive } from '#tests/app/incident.ts';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { reload } from '#tests/app/reload.tsx';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { DeclareScreen } from './declare-screen.tsx';

async function form(as: PersonName = 'Sam', path = '/declare') {
  const app = await stage({ as, path, screen: <DeclareScreen /> });
  await arrive(app);
  return app;
}

const title = () => screen.getByRole('textbox', { name: 'What is broken?' });
const incidents = async (app: AppStage) =>
  (await app.server.docs.find({ collection: `teams/${teamId}/incidents` })).map(({ data }) => data);

describe('declaring an incident', () => {
  test('takes a title and one keystroke', async () => {
    const app = await form();
    await waitFor(() => expect(title()).toHaveFocus());
    await app.user.keyboard('Checkout down{Control>}{Enter}{/Control}');
    await arrive(app);
    expect(app.path()).toBe('/incidents/1');
    expect(await incidents(app)).toMatchObject([
      { title: 'Checkout down', severity: 'SEV3', private: false, roles: { commander: 'sam' } },
    ]);
  });

  test('sends the chosen values', async () => {
    const app = await form();
    await app.user.type(title(), 'Checkout down');
    await app.user.click(screen.getByRole('radio', { name: /SEV1/ }));
    await app.user.type(screen.getByRole('combobox', { name: /Services/ }), 'Pay');
    await app.user.click(await screen.findByRole('option', { name: /Payments/ }));
    await app.user.click(screen.getByRole('button', { name: /Standard, which answers for Payments/ }));
    await app.user.click(screen.getByRole('switch', { name: 'Private' }));
    await app.user.click(screen.getByRole('button', { name: /Declare incident/ }));
    await arrive(app);
    expect(await incidents(app)).toMatchObject([
      { severity: 'SEV1', serviceIds: ['payments'], private: true },
    ]);
    const pages = await app.server.docs.find({ collection: `teams/${teamId}/pages` });
    expect(pages.map(({ data }) => data?.['policyId'])).toEqual(['standard']);
  });

  test('takes the keystroke at any focus', async () => {
    const app = await form();
    await app.user.type(title(), 'Checkout down');
    await app.user.click(screen.getByRole('radio', { name: /SEV1/ }));
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await arrive(app);
    expect(await incidents(app)).toMatchObject([{ title: 'Checkout down', severity: 'SEV1' }]);
  });

  test('requires a title', async () => {
    const app = await form();
    await app.user.click(screen.getByRole('button', { name: /Declare incident/ }));
    await arrive(app);
    expect(title()).toHaveAccessibleDescription('This can’t be empty.');
    expect(await incidents(app)).toEqual([]);
  });

  test('starts from an alert, which is then linked', async () => {
    const app = await stage({
      as: 'Sam',
      path: '/declare?alert=a1',
      screen: <DeclareScreen />,
      async seed(server) {
        await seedSmallTeam(server);
        const data = alertData(server.clock.now());
        await server.docs.batch([{ type: 'set', path: `teams/${teamId}/alerts/a1`, data }]);
      },
    });
    await arrive(app);
    expect(title()).toHaveValue('Disk of db-2 is full');
    expect(screen.getByRole('radio', { name: /SEV2/ })).toBeChecked();
    await app.user.click(screen.getByRole('button', { name: /Declare incident/ }));
    await arrive(app);
    const [incident] = await incidents(app);
    const alert = await app.server.docs.get(`teams/${teamId}/alerts/a1`);
    expect(alert.data?.['incidentId']).toBe(incident?.['id']);
  });

  test('shows that the alert of the link is missing, and works without one', async () => {
    await form('Sam', '/declare?alert=nothing');
    expect(screen.getByText(/The alert of this link can’t be read/)).toBeVisible();
    expect(title()).toBeVisible();
  });

  test('is disabled for viewers, with the reason', async () => {
    await form('Vera');
    expect(screen.getByText(/Only responders may declare incidents/)).toBeVisible();
  });
});

describe('a typed declaration', () => {
  test('survives a reload', async () => {
    const app = await form();
    await app.user.type(title(), 'Half a tit');
    await app.user.click(screen.getByRole('radio', { name: /SEV1/ }));
    await reload(app, <DeclareScreen />);
    expect(title()).toHaveValue('Half a tit');
    expect(screen.getByRole('radio', { name: /SEV1/ })).toBeChecked();
  });

  test('is queued while offline, and declared once on reconnect', async () => {
    const app = await form();
    await app.network(false);
    await app.user.type(title(), 'No way out');
    await app.user.click(screen.getByRole('button', { name: /Queue declaration/ }));
    await arrive(app);
    expect(screen.getByText('Queued until you are online: “No way out”')).toBeVisible();
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.declare`)).toBeNull();
    expect(title()).toHaveValue('');
    expect(await incidents(app)).toEqual([]);
    await app.network(true);
    await arrive(app);
    expect(await incidents(app)).toMatchObject([{ title: 'No way out' }]);
    expect(app.path()).toBe('/incidents/1');
  });

  test('stays on screen when a declaration queued before is declared', async () => {
    const app = await form();
    await app.network(false);
    await app.user.type(title(), 'No way out');
    await app.user.click(screen.getByRole('button', { name: /Queue declaration/ }));
    await app.user.type(title(), 'Another');
    await app.network(true);
    await arrive(app);
    expect(await incidents(app)).toMatchObject([{ title: 'No way out' }]);
    expect(app.path()).toBe('/declare');
    expect(title()).toHaveValue('Another');
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.declare`)).toContain('Another');
  });
});

function alertData(now: number) {
  return {
    id: 'a1',
    teamId,
    private: false,
    people: [],
    createdBy: 'system',
    revision: 1,
    dedupKey: 'disk',
    summary: 'Disk of db-2 is full',
    severity: 'error',
    status: 'open',
    count: 1,
    firing: 1,
    ...Object.fromEntries(
      ['createdAt', 'startsAt', 'firstAt', 'lastAt'].map((name) => [name, Timestamp.fromMillis(now)]),
    ),
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    suppressedUntilAt: null,
    labels: {},
    links: [],
    serviceId: 'search',
    integrationId: null,
    incidentId: null,
    pageId: null,
  };
}
