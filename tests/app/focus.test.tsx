/** Focus of the keyboard: it never falls to the body. Its element may disappear, the place where the person works stays. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { AlertsScreen } from '#src/features/alerts/alerts-screen.tsx';
import { RoomScreen } from '#src/features/incidents/room-screen.tsx';
import { focusWithin } from './focus.ts';
import { arrive, call, declare } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

async function room() {
  const app = await stage({ as: 'Lin', seed: seedTeamWithSenders, screen: <RoomScreen number={1} /> });
  const { incidentId } = await declare(app, app);
  await arrive(app);
  return { app, incidentId };
}
const panel = (name: string) => screen.getByRole('region', { name });

/** Presses a button with the keyboard. */
async function press(app: AppStage, button: HTMLElement) {
  button.focus();
  await app.user.keyboard('{Enter}');
  await arrive(app);
}

/** Whether the focus is in the place and stays there after dialogs and menus have closed. */
async function hasFocusWithin(place: HTMLElement): Promise<boolean> {
  if (document.activeElement === document.body) return false;
  await focusWithin(place);
  return true;
}

it('changing the status keeps the focus in the status panel', async () => {
  const { app } = await room();
  await press(app, within(panel('Status')).getByRole('button', { name: /Investigate/ }));
  expect(screen.getByText(/Investigating/, { selector: '[aria-current="step"] *' })).toBeVisible();
  expect(await hasFocusWithin(panel('Status'))).toBe(true);
});

it('resolving by the dialog keeps the focus in the status panel', async () => {
  const { app } = await room();
  await press(app, within(panel('Status')).getByRole('button', { name: /Resolve/ }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Resolve/ }));
  await arrive(app);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await hasFocusWithin(panel('Status'))).toBe(true);
});

it('changing the severity keeps the focus on the severity', async () => {
  const { app } = await room();
  await press(app, within(panel('Severity')).getByRole('button', { name: /Severity/ }));
  await app.user.click(await screen.findByRole('menuitemcheckbox', { name: /SEV3/ }));
  await arrive(app);
  expect(await hasFocusWithin(panel('Severity'))).toBe(true);
});

it('resolving an alert keeps the focus in the alerts panel', async () => {
  const { app, incidentId } = await room();
  await app.fire(complaint({ summary: 'Search is down' }));
  const [alert] = await app.server.docs.find(query(collectionPaths.alerts(teamId)));
  await call(app, 'linkAlert', { alertId: alert?.id ?? '', incidentId });
  await arrive(app);
  await press(app, within(panel('Alerts')).getByRole('button', { name: 'Resolve alert' }));
  expect(await hasFocusWithin(panel('Alerts'))).toBe(true);
});

it('taking a role keeps the focus in the roles panel', async () => {
  const { app } = await room();
  await press(app, within(panel('Roles')).getByRole('button', { name: 'Assign scribe' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Take it yourself' }));
  await arrive(app);
  expect(await hasFocusWithin(panel('Roles'))).toBe(true);
});

it.each(['Accept', 'Decline'])(
  'answering a role offer by %s keeps the focus in the roles panel',
  async (answer) => {
    const { app, incidentId } = await room();
    const ada = await app.person('Ada');
    await call(ada, 'assignRole', { incidentId, role: 'scribe', userId: 'lin' });
    await arrive(app);
    await press(app, within(panel('Roles')).getByRole('button', { name: answer }));
    expect(await hasFocusWithin(panel('Roles'))).toBe(true);
  },
);

it('removing a task keeps the focus in the tasks panel', async () => {
  const { app } = await room();
  await app.user.type(screen.getByRole('textbox', { name: 'New task' }), 'Roll back{Enter}');
  await arrive(app);
  await press(app, screen.getByRole('button', { name: 'Remove task Roll back' }));
  expect(await hasFocusWithin(panel('Tasks'))).toBe(true);
});

it('acknowledging a page keeps the focus in the pages panel', async () => {
  const { app, incidentId } = await room();
  await call(app, 'page', { incidentId, whom: { kind: 'people', userIds: ['sam'] }, summary: 'Help' });
  await arrive(app);
  await press(app, within(panel('Pages')).getByRole('button', { name: 'Acknowledge' }));
  expect(await hasFocusWithin(panel('Pages'))).toBe(true);
});

it('closing a dialog returns the focus to the button that opened it', async () => {
  const { app } = await room();
  const opener = screen.getByRole('button', { name: 'Page someone' });
  await press(app, opener);
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

it('resolving an alert in its sheet keeps the focus in the sheet', async () => {
  const app = await stage({
    as: 'Lin',
    seed: seedTeamWithSenders,
    path: '/alerts',
    screen: <AlertsScreen />,
  });
  await app.fire(complaint({ summary: 'Search is down' }));
  const [alert] = await app.server.docs.find(query(collectionPaths.alerts(teamId)));
  await app.go(`/alerts?alert=${alert?.id ?? ''}`);
  const sheet = () => screen.getByRole('dialog', { name: 'Search is down' });
  await press(app, within(sheet()).getByRole('button', { name: 'Resolve' }));
  expect(await hasFocusWithin(sheet())).toBe(true);
});
