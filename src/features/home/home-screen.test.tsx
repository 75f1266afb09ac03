import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { constants } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { HomeScreen } from './home-screen.tsx';
import { homeParts } from './parts.ts';

beforeAll(() => Promise.all(Object.values(homeParts).map(({ load }) => load())));

async function home(as: PersonName) {
  const app = await stage({ as, screen: <HomeScreen /> });
  await arrive(app);
  return app;
}

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

describe('what needs me', () => {
  test('is said first, also when it is nothing', async () => {
    await home('Ada');
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('is a page, with what happens if I do nothing', async () => {
    await paged();
    expect(within(needs()).getByRole('link', { name: '#1 Come' })).toHaveAttribute('href', '/incidents/1');
    expect(needs()).toHaveTextContent('Escalates to Lin Ødegård in 5:00');
  });

  test('goes away when I acknowledge it', async () => {
    const { app } = await paged();
    await app.user.click(within(needs()).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(needs()).toHaveTextContent('No page waits for you. What you have taken on is below.');
    expect(app.path()).toBe('/incidents/1');
  });

  test('moves on when I can’t take it', async () => {
    const { app } = await paged();
    await app.user.click(within(needs()).getByRole('button', { name: 'Can’t take it' }));
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
    const docs = await app.server.docs.find({ collection: 'teams/demo/pages' });
    expect(docs.map(({ data }) => data?.['waitingFor'])).toEqual([['lin']]);
  });

  test('answered offline is queued, and says so on its button', async () => {
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

test('low urgency is shown calmly, below a critical page', async () => {
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

  test('needs me, says who asks and for what, and can be accepted', async () => {
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

  test('answered offline is queued, and says so on its button', async () => {
    const { app, roles } = await asked();
    await app.network(false);
    await app.user.click(within(needs()).getByRole('button', { name: 'Accept' }));
    await app.settle();
    expect(needs()).toHaveTextContent('Queued until you are online');
    await app.network(true);
    await arrive(app);
    expect(await roles()).toMatchObject({ commander: 'ada' });
  });

  test('that is withdrawn goes away', async () => {
    const { app, sam, incidentId } = await asked();
    await call(sam, 'assignRole', { incidentId, role: 'commander', userId: 'lin' });
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('of an incident that is over goes away', async () => {
    const { app, sam, incidentId } = await asked();
    await call(sam, 'transitionIncident', { incidentId, to: 'declined', note: '' });
    await arrive(app);
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });
});

describe('what I have taken on', () => {
  const yours = () => screen.queryByRole('region', { name: 'Yours' });

  test('is the way back to it, and goes when it is over', async () => {
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

  test('is an alert, until it is resolved', async () => {
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

  test('says how many alerts joined its page since', async () => {
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

  test('says until when a page of mine is snoozed', async () => {
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

  test('is an alert, until its page is handed over', async () => {
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

describe('what is going on', () => {
  test('is the live incidents, the worst first', async () => {
    const app = await home('Ada');
    const sam = await app.person('Sam');
    await declare(app, sam, { title: 'Small thing', severity: 'SEV4' });
    await declare(app, sam, { title: 'Big thing', severity: 'SEV1' });
    await declare(app, sam, { title: 'Middle thing', severity: 'SEV3' });
    const rows = within(screen.getByRole('list', { name: 'Live incidents' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([
      '/incidents/2',
      '/incidents/3',
      '/incidents/1',
    ]);
    expect(rows[0]).toHaveTextContent('SEV1');
    expect(rows[0]).toHaveTextContent('Triage');
    expect(rows[0]).toHaveTextContent('Sam Osei commands');
  });

  test('keeps private incidents from those who are not in them', async () => {
    const app = await home('Sam');
    await declare(app, await app.person('Lin'), { private: true });
    expect(screen.queryByRole('link', { name: /Checkout/ })).toBeNull();
    expect(screen.getByText('No live incident')).toBeVisible();
  });

  test('shows me the private ones that I am in', async () => {
    const app = await home('Sam');
    await declare(app, app, { private: true });
    const live = within(screen.getByRole('list', { name: 'Live incidents' }));
    expect(live.getByRole('link', { name: /Checkout answers with errors/ })).toBeVisible();
  });

  test('teaches the next step when there is none, and says why not to who may not', async () => {
    await home('Vera');
    expect(screen.getByRole('button', { name: 'Declare incident' })).toHaveAccessibleDescription(
      /Only responders may declare incidents/,
    );
  });
});

test('on-call members now and next are listed by schedule', async () => {
  await home('Ada');
  const panel = screen.getByRole('region', { name: 'On call' });
  expect(panel).toHaveTextContent('PrimaryYou');
  expect(panel).toHaveTextContent('then Sam Osei');
});

describe('my devices', () => {
  const panel = () => screen.getByRole('region', { name: 'Your devices' });

  test('can be made reachable in one press', async () => {
    const app = await home('Ada');
    expect(panel()).toHaveTextContent('This device is not reachable');
    await app.user.click(within(panel()).getByRole('button', { name: 'Enable notifications' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('This device');
    expect(panel()).not.toHaveTextContent('not reachable');
    expect(panel()).toHaveTextContent('Not tested · Send a drill.');
  });

  test('say what to do where notifications are blocked', async () => {
    const app = await home('Ada');
    app.browser.answer = 'denied';
    await app.user.click(within(panel()).getByRole('button', { name: 'Enable notifications' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('Notifications are blocked.');
    expect(within(panel()).queryByRole('button', { name: 'Enable notifications' })).toBeNull();
  });
});

describe('what I should know of', () => {
  const panel = () => screen.queryByRole('region', { name: 'For you to know' });
  const startsAt = Date.UTC(2026, 0, 1);
  /** Ada’s turns in the only layer go to Lin. */
  async function moved() {
    const app = await home('Ada');
    const lin = await app.person('Lin');
    const layer = {
      name: 'Weekly',
      startsAt,
      unit: 'week',
      every: 1,
      restrictions: [],
      shadow: false,
    } as const;
    const rota = { scheduleId: 'primary', name: 'Primary', timezone: 'Europe/Berlin', takesEffectAt: null };
    await call(lin, 'saveSchedule', {
      ...rota,
      layers: [{ ...layer, restrictions: [], people: ['lin', 'sam'] }],
    });
    await arrive(app);
    await screen.findByRole('region', { name: 'For you to know' });
    return { app, lin, rota, layer };
  }

  test('is shown with what changed, and leads to the schedule', async () => {
    await moved();
    expect(panel()).toHaveTextContent('You are no longer on call');
    expect(screen.getByRole('link', { name: 'Lin Ødegård changed your shifts on Primary' })).toHaveAttribute(
      'href',
      '/schedules/primary',
    );
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('goes when it is marked as seen, and comes back with undo', async () => {
    const { app } = await moved();
    await app.user.click(screen.getByRole('button', { name: /^Mark as seen/ }));
    await arrive(app);
    expect(panel()).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('You are no longer on call');
  });

  test('is marked all at once, newest first', async () => {
    const { app, lin, rota, layer } = await moved();
    await app.advance(60_000);
    await call(lin, 'saveSchedule', { ...rota, layers: [{ ...layer, restrictions: [], people: ['ada'] }] });
    await arrive(app);
    const lines = within(screen.getByRole('list', { name: 'For you to know' })).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent?.includes('You are now on call'))).toEqual([true, false]);
    await app.user.click(screen.getByRole('button', { name: 'Mark all as seen' }));
    await arrive(app);
    expect(panel()).toBeNull();
  });

  test('marked offline is gone at once, and marked when the connection is back', async () => {
    const { app } = await moved();
    await app.network(false);
    await app.user.click(screen.getByRole('button', { name: /^Mark as seen/ }));
    await app.settle();
    expect(panel()).toBeNull();
    expect(await screen.findByText('Marked as seen, queued until you are online')).toBeVisible();
    await app.network(true);
    await arrive(app);
    const [stored] = await app.server.docs.find(
      query(collectionPaths.notices(teamId), where('userId', '==', 'ada')),
    );
    expect(stored?.data?.['seenAt']).not.toBeNull();
  });
});

test('a page for several alerts is one line, before and after I acknowledge it, and leads to them', async () => {
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
