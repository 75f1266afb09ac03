/** Overview of home: incidents, on-call members, devices, notices. */
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { day } from '#domain/constants.ts';
import { query, where } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { homeParts } from './parts.ts';
import { home } from '#tests/app/home-stage.tsx';

beforeAll(() => Promise.all(Object.values(homeParts).map(({ load }) => load())));

const needs = () => screen.getByRole('region', { name: 'Needs you now' });

describe('the overview of incidents', () => {
  test('lists live incidents, the worst first', async () => {
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

  test('hides private incidents from other members', async () => {
    const app = await home('Sam');
    await declare(app, await app.person('Lin'), { private: true });
    expect(screen.queryByRole('link', { name: /Checkout/ })).toBeNull();
    expect(screen.getByText('No live incident')).toBeVisible();
  });

  test('shows private incidents of the reader', async () => {
    const app = await home('Sam');
    await declare(app, app, { private: true });
    const live = within(screen.getByRole('list', { name: 'Live incidents' }));
    expect(live.getByRole('link', { name: /Checkout answers with errors/ })).toBeVisible();
  });

  test('without an incident shows the next step, or why the reader can’t declare one', async () => {
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

describe('the devices panel', () => {
  const panel = () => screen.getByRole('region', { name: 'Your devices' });

  test('makes this device reachable in one press', async () => {
    const app = await home('Ada');
    expect(panel()).toHaveTextContent('This device is not reachable');
    await app.user.click(within(panel()).getByRole('button', { name: 'Enable notifications' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('This device');
    expect(panel()).not.toHaveTextContent('not reachable');
    expect(panel()).toHaveTextContent('Not tested · Send a drill.');
  });

  test('tells a device with a recent proof from one whose last page is long ago', async () => {
    const app = await home('Ada');
    const now = app.server.clock.now();
    const device = (id: string, shownAt: number) => ({
      type: 'set' as const,
      path: documentPaths.device(teamId, id),
      data: toDocument({
        ...{ id, teamId, userId: 'ada', createdAt: now, createdBy: 'ada', revision: 1 },
        ...{ registration: `token-of-${id}`, label: `The ${id}`, userAgent: 'Android' },
        ...{ lastShownAt: shownAt, pushShownAt: shownAt, lastDrillAt: null },
      }),
    });
    await app.server.docs.batch([device('phone', now - day), device('tablet', now - 365 * day)]);
    await arrive(app);
    const line = (label: string) => within(panel()).getByText(label).closest('li');
    expect(line('The phone')).toHaveTextContent(/: showed a page /u);
    expect(line('The tablet')).toHaveTextContent(/: last showed a page /u);
  });

  test('shows what to do where notifications are blocked', async () => {
    const app = await home('Ada');
    app.browser.answer = 'denied';
    await app.user.click(within(panel()).getByRole('button', { name: 'Enable notifications' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('Notifications are blocked.');
    expect(within(panel()).queryByRole('button', { name: 'Enable notifications' })).toBeNull();
  });
});

describe('a notice of moved shifts', () => {
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

  test('shows the change and links to the schedule', async () => {
    await moved();
    expect(panel()).toHaveTextContent('You are no longer on call');
    expect(screen.getByRole('link', { name: 'Lin Ødegård changed your shifts on Primary' })).toHaveAttribute(
      'href',
      '/schedules/primary',
    );
    expect(needs()).toHaveTextContent('Nothing needs you now.');
  });

  test('disappears when marked as seen, and returns with Undo', async () => {
    const { app } = await moved();
    await app.user.click(screen.getByRole('button', { name: /^Mark as seen/ }));
    await arrive(app);
    expect(panel()).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(panel()).toHaveTextContent('You are no longer on call');
  });

  test('is marked together with all others, newest first', async () => {
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

  test('marked offline disappears at once, and is marked on reconnect', async () => {
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
