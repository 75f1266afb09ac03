/** Closing an incident: what has to be written first. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { button, stored, timeline } from '#tests/app/room.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

/** A resolved incident's room, seen by Lin, who declared it. */
async function resolved(severity: 'SEV1' | 'SEV2' | 'SEV3') {
  const app = await stage({ as: 'Lin', screen: <RoomScreen number={1} /> });
  const { incidentId } = await declare(app, app, { severity });
  await call(app, 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrive(app);
  const status = async () => (await stored(app, documentPaths.incident(teamId, incidentId))).data;
  return { app, status };
}

const note = () => screen.getByRole('textbox', { name: /^Closing note/ });
const submit = '{Control>}{Enter}{/Control}';

async function close({ user }: AppStage, text: string) {
  await user.click(note());
  if (text !== '') await user.paste(text);
  await user.keyboard(submit);
}

test.each(['SEV1', 'SEV2'] as const)('a %s is closed with a closing note', async (severity) => {
  const { app, status } = await resolved(severity);
  await app.user.click(button('Close'));
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'this is final. Comments, tasks and files can still be added.',
  );
  await close(app, 'The certificate had expired. A job renews it now.');
  await arrive(app);
  expect(await status()).toMatchObject({
    status: 'closed',
    closingNote: 'The certificate had expired. A job renews it now.',
  });
  expect(timeline()).toHaveTextContent('to Closed: The certificate had expired. A job renews it now.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a blank closing note is rejected in the dialog, which stays open', async () => {
  const { app, status } = await resolved('SEV2');
  await app.user.click(button('Close'));
  await close(app, '   ');
  await arrive(app);
  expect(note()).toHaveAccessibleDescription('Write what happened, and what changes because of it.');
  await waitFor(() => expect(note()).toHaveFocus());
  expect(await status()).toMatchObject({ status: 'resolved' });
  await close(app, 'Renewed by a job now.');
  await arrive(app);
  expect(await status()).toMatchObject({ status: 'closed' });
});

test('a closing note is a draft that outlives the dialog', async () => {
  const { app } = await resolved('SEV1');
  await app.user.click(button('Close'));
  await app.user.type(note(), 'The certificate{Escape}');
  await arrive(app);
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.user.click(button('Close'));
  expect(note()).toHaveValue('The certificate');
});

test('a SEV3 closes without a note', async () => {
  const { app, status } = await resolved('SEV3');
  await app.user.click(button('Close'));
  await close(app, '');
  await arrive(app);
  expect(await status()).toMatchObject({ status: 'closed', closingNote: null });
});

describe('remaining work at closing', () => {
  const addTask = async (app: AppStage, text: string) => {
    await app.user.type(screen.getByRole('textbox', { name: 'New task' }), `${text}{Enter}`);
    await arrive(app);
  };
  const dialog = () => within(screen.getByRole('dialog'));

  test('lists open tasks, and closing needs the button that names them', async () => {
    const { app, status } = await resolved('SEV3');
    await addTask(app, 'Tell the customers');
    await app.user.click(button('Close'));
    expect(dialog().getByText('Tell the customers')).toBeVisible();
    expect(dialog().queryByRole('button', { name: /^Close (?!with)/ })).toBeNull();
    await app.user.click(dialog().getByRole('button', { name: /^Close with 1 open task/ }));
    await arrive(app);
    expect(await status()).toMatchObject({ status: 'closed' });
  });

  test('keeps the incident open for a task added since the dialog was read', async () => {
    const { app, status } = await resolved('SEV3');
    await addTask(app, 'Tell the customers');
    const [incident] = await app.server.docs.find(query(collectionPaths.incidents(teamId)));
    const closing = call(app, 'transitionIncident', {
      ...{ incidentId: incident?.id ?? '', to: 'closed', note: '' },
    });
    await expect(closing).rejects.toThrow(/1 task is still open/);
    expect(await status()).toMatchObject({ status: 'resolved' });
  });

  test('excludes finished tasks', async () => {
    const { app } = await resolved('SEV3');
    await addTask(app, 'Tell the customers');
    await app.user.click(screen.getByRole('checkbox', { name: 'Tell the customers' }));
    await arrive(app);
    await app.user.click(button('Close'));
    expect(dialog().queryByText(/not done/)).toBeNull();
  });

  test.each([
    ['stay active unless that is chosen', false, 'open'],
    ['are resolved with it where that is chosen', true, 'resolved'],
  ])('lists active alerts when resolving; they %s', async (_, chosen, expected) => {
    const app = await stage({ as: 'Lin', screen: <RoomScreen number={1} />, seed: seedTeamWithSenders });
    await app.fire(complaint({ summary: 'Search is down' }));
    const alerts = () => app.server.docs.find(query(collectionPaths.alerts(teamId)));
    await declare(app, app, { alertId: (await alerts())[0]?.id ?? '' });
    await arrive(app);
    await app.user.click(button('Resolve'));
    expect(dialog().getByText('1 alert still active.')).toBeVisible();
    expect(dialog().getByText('Search is down')).toBeVisible();
    if (chosen) await app.user.click(dialog().getByRole('checkbox', { name: 'Resolve it, too' }));
    await app.user.click(dialog().getByRole('button', { name: /^Resolve/ }));
    await arrive(app);
    expect((await alerts()).map(({ data }) => data?.['status'])).toEqual([expected]);
  });
});
