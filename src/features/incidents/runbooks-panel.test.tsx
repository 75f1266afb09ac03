import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { Severity } from '#domain/incident/schema.ts';
import type { Runbook } from '#domain/runbook/schema.ts';
import { arrive } from '#tests/app/incident.ts';
import { room } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';

async function roomWith(severities: Severity[], as: 'Lin' | 'Vera' = 'Lin') {
  const opened = await room(as);
  const runbook: Runbook = {
    id: 'r',
    teamId,
    createdAt: 1,
    createdBy: 'ada',
    revision: 1,
    name: 'Search is slow',
    severities,
    serviceIds: [],
    steps: [
      { id: 'a', text: 'Look at the index' },
      { id: 'b', text: 'Restart it' },
    ],
  };
  const path = documentPaths.runbook(teamId, runbook.id);
  await opened.app.server.docs.batch([{ type: 'set', path, data: toDocument(runbook) }]);
  await arrive(opened.app);
  return opened;
}
const panel = () => screen.getByRole('region', { name: 'Runbooks' });

test('the steps of a runbook become tasks once, and the panel counts the done ones', async () => {
  const { app, incidentId } = await roomWith([]);
  expect(panel()).toHaveTextContent('0 of 2 steps done');
  await app.user.click(within(panel()).getByRole('button', { name: 'Add its steps' }));
  await arrive(app);
  expect(within(panel()).queryByRole('button')).toBeNull();
  await app.user.click(screen.getByRole('checkbox', { name: 'Restart it' }));
  await arrive(app);
  expect(panel()).toHaveTextContent('1 of 2 steps done');
  const tasks = await app.server.docs.find({ collection: `teams/${teamId}/incidents/${incidentId}/tasks` });
  expect(tasks.map(({ id }) => id).toSorted()).toEqual(['r-a', 'r-b']);
});

test('a runbook of other severities is not offered', async () => {
  await roomWith(['SEV5']);
  expect(panel()).toHaveTextContent('None is for this severity and these services.');
  expect(within(panel()).queryByRole('button')).toBeNull();
});

test('a viewer sees the runbook, with the reason why they can’t add its steps', async () => {
  await roomWith([], 'Vera');
  expect(within(panel()).getByRole('button', { name: 'Add its steps' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
