/** Closing an incident: what has to be written first. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { button, stored, timeline } from '#tests/app/room.tsx';
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
  expect(screen.getByRole('dialog')).toHaveTextContent('This is final.');
  await close(app, 'The certificate had expired. A job renews it now.');
  await arrive(app);
  expect(await status()).toMatchObject({
    status: 'closed',
    closingNote: 'The certificate had expired. A job renews it now.',
  });
  expect(timeline()).toHaveTextContent('to Closed: The certificate had expired. A job renews it now.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a blank closing note is refused in the dialog, which stays open', async () => {
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

test('a closing note is a draft: it outlives the dialog', async () => {
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
