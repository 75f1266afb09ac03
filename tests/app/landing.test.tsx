/** Acknowledging a page leads to the work, from wherever it is done. */
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { focusWithin } from './focus.ts';
import { arrive, call, declare } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

const app = (path = '/oncall') => stage({ as: 'Ada', path, seed: seedTeamWithSenders });
const alarm = () => screen.queryByRole('alertdialog');
const messages = () => screen.getByRole('region', { name: 'Messages' });
const main = () => screen.getByRole('main');

/** A key pressed after a moment of quiet. */
function pressLater(key: string) {
  const target = document.activeElement ?? document.body;
  const event = createEvent.keyDown(target, { key });
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + 5000 });
  fireEvent(target, event);
}

/** Sam declares an incident and pages Ada by name. */
async function pagedFor(s: AppStage, title = 'Checkout is down') {
  const sam = await s.person('Sam');
  const declared = await declare(s, sam, { title, page: [{ kind: 'people', userIds: ['ada'] }] });
  await arrive(s);
  return { ...declared, sam, pageId: declared.pageIds[0] ?? '' };
}

async function acknowledge(s: AppStage) {
  pressLater('a');
  await arrive(s);
}

describe('a page for an incident', () => {
  test('opens the incident’s room with the focus in it when the alarm is acknowledged', async () => {
    const s = await app();
    await pagedFor(s);
    await acknowledge(s);
    expect(alarm()).toBeNull();
    expect(s.path()).toBe('/t/demo/incidents/1');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Checkout is down');
    await focusWithin(main());
    expect(messages()).toHaveTextContent('Acknowledged. It is assigned to you.');
  });

  test('opens the room when its notification’s button is clicked', async () => {
    const s = await app();
    const { pageId } = await pagedFor(s);
    const data = { kind: 'page', pageId, teamId };
    s.browser.click({ action: 'acknowledge', message: { id: 'm', data, sentAt: 0 } });
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
    await focusWithin(main());
  });

  test('opens the room from an address that acknowledges', async () => {
    const s = await app();
    const { pageId } = await pagedFor(s);
    await s.go(`/?page=${pageId}&do=acknowledge`);
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
  });

  test('offers the way to the room when another member has acknowledged', async () => {
    const s = await app();
    const { pageId, sam } = await pagedFor(s);
    await call(sam, 'acknowledgePage', { pageId });
    await arrive(s);
    await s.go(`/?page=${pageId}&do=acknowledge`);
    await arrive(s);
    // The action is removed from the address: a reload does not repeat it.
    expect(s.path()).toBe(`/t/demo/?page=${pageId}`);
    expect(messages()).toHaveTextContent('The page was not acknowledged');
    await s.user.click(within(messages()).getByRole('button', { name: 'Open #1' }));
    expect(s.path()).toBe('/t/demo/incidents/1');
  });
});

test('a page that needs every recipient’s answer closes its alarm after the user’s own', async () => {
  const s = await app();
  const step = {
    targets: ['ada', 'lin'].map((userId) => ({ kind: 'person', userId })),
    delayMinutes: 5,
    mode: 'all',
    acknowledgedBy: 'all',
  };
  const path = documentPaths.policy(teamId, 'standard');
  await s.server.docs.batch([{ type: 'update', path, changes: { steps: [step] } }]);
  await declare(s, await s.person('Sam'), { page: [{ kind: 'policy', policyId: 'standard' }] });
  await arrive(s);
  await acknowledge(s);
  expect(alarm()).toBeNull();
  expect(s.path()).toBe('/t/demo/incidents/1');
  const [page] = await s.server.docs.find(query(collectionPaths.pages(teamId)));
  expect(page?.data).toMatchObject({ status: 'notifying', waitingFor: ['ada', 'lin'] });
});

describe('a page for an alert', () => {
  test('opens the alert with its runbook and actions', async () => {
    const s = await app();
    await s.fire(complaint({ summary: 'Search is down' }));
    await acknowledge(s);
    const [alert] = await s.server.docs.find(query(collectionPaths.alerts(teamId)));
    expect(s.path()).toBe(`/t/demo/alerts?alert=${alert?.id}`);
    const sheet = screen.getByRole('dialog', { name: 'Search is down' });
    expect(within(sheet).getByRole('link', { name: 'Declare incident' })).toBeVisible();
    await waitFor(() => expect(sheet).toHaveFocus());
  });

  test('opens the room once the alert belongs to an incident', async () => {
    const s = await app();
    await s.fire(complaint({ summary: 'Search is down' }));
    const [alert] = await s.server.docs.find(query(collectionPaths.alerts(teamId)));
    await declare(s, await s.person('Sam'), { alertId: alert?.id ?? '' });
    await arrive(s);
    await acknowledge(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
  });
});

test('a drill opens the profile', async () => {
  const s = await app('/me');
  await s.user.click(screen.getByRole('button', { name: 'Enable here' }));
  await arrive(s);
  await s.user.click(screen.getByRole('button', { name: /drill/i }));
  await arrive(s);
  await s.go('/oncall');
  await acknowledge(s);
  expect(s.path()).toBe('/me');
  expect(messages()).toHaveTextContent('Acknowledged. The drill reached this device.');
});

describe('a user in the middle of work', () => {
  test('keeps an unfinished comment', async () => {
    const s = await app('/incidents/1');
    await declare(s, await s.person('Lin'), { title: 'Search is slow' });
    await arrive(s);
    await s.user.click(screen.getByRole('textbox', { name: 'Comment' }));
    await s.user.paste('I see it too');
    await pagedFor(s);
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/2');
    await s.go('/incidents/1');
    await arrive(s);
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('I see it too');
  });

  test('stays in an open dialog, and is offered a link to the room', async () => {
    const s = await app('/incidents/1');
    await declare(s, s, { title: 'Search is slow' });
    await arrive(s);
    await s.user.click(screen.getByRole('button', { name: 'Resolve' }));
    await s.user.click(screen.getByRole('textbox', { name: /What fixed it/ }));
    await s.user.paste('Restarted');
    await pagedFor(s);
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
    expect(screen.getByRole('textbox', { name: /What fixed it/ })).toHaveValue('Restarted');
    await s.user.click(screen.getByRole('button', { name: 'Open #2' }));
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/2');
  });

  test('sees the next alarm first and is led to the room of the last page', async () => {
    const s = await app();
    await pagedFor(s, 'Checkout is down');
    await s.advance(1000);
    await pagedFor(s, 'Search is down');
    await acknowledge(s);
    expect(alarm()).toHaveAccessibleName('Search is down');
    expect(s.path()).toBe('/t/demo/oncall');
    await acknowledge(s);
    expect(s.path()).toBe('/t/demo/incidents/2');
    expect(within(messages()).getByRole('button', { name: 'Open #1' })).toBeInTheDocument();
  });

  test('is not redirected by an acknowledgement that waited for the connection', async () => {
    const s = await app();
    await pagedFor(s);
    await s.network(false);
    await acknowledge(s);
    await s.advance(60_000);
    await s.network(true);
    await arrive(s);
    expect(s.path()).toBe('/t/demo/oncall');
    await s.user.click(within(messages()).getByRole('button', { name: 'Open #1' }));
    expect(s.path()).toBe('/t/demo/incidents/1');
  });
});

test('the palette and the rehearsal panel close when a room opens', async () => {
  const s = await app();
  await s.user.click(screen.getByRole('button', { name: /^Rehearsal/ }));
  expect(await screen.findByRole('dialog', { name: 'Rehearsal' })).toBeVisible();
  await pagedFor(s);
  await acknowledge(s);
  expect(s.path()).toBe('/t/demo/incidents/1');
  expect(screen.queryByRole('dialog', { name: 'Rehearsal' })).toBeNull();
});
