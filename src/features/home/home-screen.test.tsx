import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { constants } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { HomeScreen } from './home-screen.tsx';
import { homeParts } from './parts.ts';
import { home } from '#tests/app/home-stage.tsx';

beforeAll(() => Promise.all(Object.values(homeParts).map(({ load }) => load())));

const needs = () => screen.getByRole('region', { name: 'Needs you now' });

/** Sam declares, and Ada is paged by the rota. */
async function paged() {
  const app = await home('Ada');
  const sam = await app.person('Sam');
  const { incidentId } = await declare(app, sam);
  await call(sam, 'page', { incidentId, whom: { kind: 'policy', policyId: 'standard' }, summary: 'Come' });
  await arrive(app);
  return { app, sam };
}

describe('the panel “Needs you”', () => {
  test('comes first, also without an item', async () => {
    await home('Ada');
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('shows a page with what happens without an answer', async () => {
    await paged();
    expect(within(needs()).getByRole('link', { name: '#1 Come' })).toHaveAttribute('href', '/incidents/1');
    expect(needs()).toHaveTextContent('Escalates to Lin Ødegård in 5:00');
  });

  test('drops a page when the reader acknowledges', async () => {
    const { app } = await paged();
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(needs()).toHaveTextContent('No page waits for you. What you have taken on is below.');
    expect(app.path()).toBe('/incidents/1');
  });

  test('drops a page that the reader declines, and the next member is asked', async () => {
    const { app } = await paged();
    await app.user.click(within(needs()).getByRole('button', { name: 'Can’t take it' }));
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
    const docs = await app.server.docs.find({ collection: 'teams/demo/pages' });
    expect(docs.map(({ data }) => data?.['waitingFor'])).toEqual([['lin']]);
  });

  test('shows an offline answer as queued on the button', async () => {
    const { app } = await paged();
    await app.network(false);
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await app.settle();
    expect(needs()).toHaveTextContent('Queued until you are online');
    await app.network(true);
    await arrive(app);
    expect(needs()).toHaveTextContent('No page waits for you.');
  });
});

test('shows low urgency calmly, below a critical page', async () => {
  const app = await stage({ as: 'Ada', screen: <HomeScreen />, seed: seedTeamWithSenders });
  await app.fire(complaint({ summary: 'Search is slow', severity: 'warning' }));
  await arrive(app);
  expect(needs()).not.toHaveTextContent('You are paged');
  await app.advance(1000);
  await app.fire(complaint({ summary: 'Search is down' }));
  await arrive(app);
  expect(
    within(needs())
      .getAllByRole('article')
      .map((card) => card.getAttribute('aria-label')),
  ).toEqual(['You are paged: Search is down', 'Low urgency: Search is slow']);
});

describe('an offered role', () => {
  /** Sam asks Ada to command. */
  async function asked(role: 'commander' | 'operations' = 'commander') {
    const app = await home('Ada');
    const sam = await app.person('Sam');
    const { incidentId } = await declare(app, sam);
    await call(sam, 'assignRole', { incidentId, role, userId: 'ada' });
    await arrive(app);
    const roles = async () =>
      (await app.server.docs.get(documentPaths.incident(teamId, incidentId))).data?.['roles'];
    return { app, sam, incidentId, roles };
  }

  test('is in the panel with the offering member and the incident, and can be accepted', async () => {
    const { app, roles } = await asked();
    expect(needs()).toHaveTextContent('Sam Osei asks you to be commander of #1');
    expect(within(needs()).getByRole('link', { name: '#1 Checkout answers with errors' })).toHaveAttribute(
      'href',
      '/incidents/1',
    );
    await app.user.click(within(needs()).getByRole('button', { name: 'Accept' }));
    await arrive(app);
    expect(await roles()).toMatchObject({ commander: 'ada' });
    expect(within(needs()).queryByRole('button')).toBeNull();
    expect(screen.getByRole('region', { name: 'Yours' })).toHaveTextContent('You: commander');
    await app.user.click(await screen.findByRole('button', { name: 'Open #1' }));
    expect(app.path()).toBe('/incidents/1');
  });

  test('can be declined', async () => {
    const { app, roles } = await asked('operations');
    expect(needs()).toHaveTextContent('Sam Osei asks you to run operations of #1');
    await app.user.click(within(needs()).getByRole('button', { name: 'Decline' }));
    await arrive(app);
    expect(await roles()).toMatchObject({ operations: null });
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('answered offline is queued, as shown on the button', async () => {
    const { app, roles } = await asked();
    await app.network(false);
    await app.user.click(within(needs()).getByRole('button', { name: 'Accept' }));
    await app.settle();
    expect(needs()).toHaveTextContent('Queued until you are online');
    await app.network(true);
    await arrive(app);
    expect(await roles()).toMatchObject({ commander: 'ada' });
  });

  test('that is withdrawn disappears', async () => {
    const { app, sam, incidentId } = await asked();
    await call(sam, 'assignRole', { incidentId, role: 'commander', userId: 'lin' });
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('of an ended incident disappears', async () => {
    const { app, sam, incidentId } = await asked();
    await call(sam, 'transitionIncident', { incidentId, to: 'declined', note: '' });
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });
});

describe('the panel “Yours”', () => {
  const yours = () => screen.queryByRole('region', { name: 'Yours' });

  test('links to the acknowledged incident until its end', async () => {
    const { app, sam } = await paged();
    await declare(app, sam, { title: 'Not mine' });
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    const rows = within(screen.getByRole('list', { name: 'Yours' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/incidents/1']);
    expect(rows[0]).toHaveTextContent('You acknowledged its page');
    const [room] = await app.server.docs.find(
      query(collectionPaths.incidents(teamId), where('number', '==', 1)),
    );
    await call(sam, 'transitionIncident', { incidentId: room?.id ?? '', to: 'resolved', note: '' });
    await arrive(app);
    expect(yours()).toBeNull();
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('lists an assigned alert until the alert is resolved', async () => {
    const app = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <HomeScreen /> });
    await app.fire(complaint({ summary: 'Search is down' }));
    await arrive(app);
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    const link = within(screen.getByRole('list', { name: 'Yours' })).getByRole('link');
    expect(link).toHaveTextContent('Search is down');
    expect(link.getAttribute('href')).toBe(app.path());
    expect(app.path()).toMatch(/^\/alerts\?alert=/);
    await app.fire(complaint({ summary: 'Search is down', action: 'resolve' }));
    await arrive(app);
    expect(yours()).toBeNull();
  });

  test('shows the number of alerts that joined the page since', async () => {
    const app = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <HomeScreen /> });
    await app.fire(complaint({ summary: 'Search is down' }));
    await arrive(app);
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    await app.advance(constants.signOfLifeSeconds * 1000);
    const [page] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
    await call(await app.person('Ada'), 'recordSignOfLife', { pageId: page?.id ?? '' });
    await app.fire(complaint({ summary: 'Orders are late' }));
    await app.advance(constants.pageReviewSeconds * 1000);
    await arrive(app);
    const row = within(screen.getByRole('list', { name: 'Yours' })).getByRole('link');
    expect(row).toHaveTextContent('Search is down and 1 more');
    expect(row).toHaveTextContent('1 joined since, not acknowledged');
  });

  test('shows the end of a snooze of the reader’s page', async () => {
    const { app } = await paged();
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(yours()).not.toHaveTextContent('Snoozed until');
    const [page] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
    const snooze = { pageId: page?.id ?? '', minutes: 30 };
    await call(await app.person('Ada'), 'snoozePage', snooze);
    await arrive(app);
    expect(yours()).toHaveTextContent(/Snoozed until \d\d:\d\d/u);
  });

  test('lists an alert until its page is handed over', async () => {
    const app = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <HomeScreen /> });
    await app.fire(complaint({ summary: 'Search is down' }));
    await arrive(app);
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(yours()).toHaveTextContent('Search is down');
    const [page] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
    const pageId = page?.id ?? '';
    await call(await app.person('Ada'), 'handOverPage', { pageId, userId: 'lin' });
    await arrive(app);
    expect(yours()).toBeNull();
    await call(await app.person('Lin'), 'acknowledgePage', { pageId });
    await arrive(app);
    expect(yours()).toBeNull();
  });
});

test('a page for several alerts is one line before and after the acknowledgement, with a link to the alerts', async () => {
  const app = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <HomeScreen /> });
  await arrive(app);
  for (const summary of ['Search is down', 'Search is slow', 'Search is full'])
    await app.fire(complaint({ summary }));
  await app.advance(5000);
  await arrive(app);
  const name = 'Search is down and 2 more';
  const [page] = await app.server.docs.find(
    query(collectionPaths.pages(teamId), where('alertCount', '==', 3)),
  );
  const href = `/alerts?show=all&page=${page?.id ?? ''}`;
  expect(within(needs()).getByRole('link', { name })).toHaveAttribute('href', href);
  await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
  await arrive(app);
  await app.advance(1);
  await arrive(app);
  const yours = within(await screen.findByRole('list', { name: 'Yours' })).getAllByRole('link');
  expect(yours).toHaveLength(1);
  expect(yours[0]).toHaveTextContent(name);
  expect(yours[0]).toHaveAttribute('href', href);
});
