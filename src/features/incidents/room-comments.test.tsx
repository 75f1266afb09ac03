import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { reload } from '#tests/app/reload.tsx';
import { button, composer, room, timeline, write } from '#tests/app/room.tsx';
import { RoomScreen } from './room-screen.tsx';

describe('comments', () => {
  test('are sent with Control and Enter, and leave an empty field', async () => {
    const { app } = await room();
    await write(app, 'Rolled back.');
    expect(timeline()).toHaveTextContent('Rolled back.');
    expect(composer()).toHaveValue('');
  });

  test('of other members appear live', async () => {
    const { app, incidentId } = await room('Sam');
    const ada = await app.person('Ada');
    await ada.client.docs.write({
      type: 'set',
      path: documentPaths.timelineEvent(teamId, incidentId, 'c1'),
      data: {
        id: 'c1',
        teamId,
        incidentId,
        createdBy: 'ada',
        createdAt: serverTimestamp(),
        revision: 1,
        sequence: 0,
        kind: 'comment',
        body: 'I see it too.',
      },
    });
    await arrive(app);
    expect(timeline()).toHaveTextContent('I see it too.');
  });

  test('with an address and thousands of brackets leave the room usable', async () => {
    const { app } = await room('Sam');
    const hostile = `http://x${')'.repeat(9_992)}`;
    await write(app, hostile);
    await write(app, 'Still here.');
    await arrive(app);
    expect(timeline()).toHaveTextContent(hostile);
    expect(timeline()).toHaveTextContent('Still here.');
    expect(screen.getByRole('link', { name: 'http://x' })).toHaveAttribute('href', 'http://x');
  });

  test('written offline are queued visibly, and arrive once on reconnect', async () => {
    const { app, incidentId } = await room();
    await app.network(false);
    await write(app, 'No network here.');
    expect(timeline()).toHaveTextContent('No network here.');
    expect(timeline()).toHaveTextContent('Queued. It is sent when the connection is back.');
    await app.network(true);
    await arrive(app);
    expect(timeline()).not.toHaveTextContent('Queued');
    const events = await app.server.docs.find({
      collection: `teams/${teamId}/incidents/${incidentId}/timeline`,
    });
    expect(events.filter(({ data }) => data?.['body'] === 'No network here.')).toHaveLength(1);
  });

  test('are disabled for viewers, with the reason on the button', async () => {
    const { app } = await room('Vera');
    await app.user.hover(button(/Comment/));
    expect(button(/Comment/)).toHaveAccessibleDescription(/Only responders may write in the timeline/);
  });

  test('that are rejected return to the draft, with the reason', async () => {
    const { app, incidentId } = await room('Sam');
    await app.client.control.inject({
      kind: 'refuse',
      service: 'docs',
      operation: 'commit',
      code: 'permission-denied',
    });
    await app.network(false);
    await write(app, 'From the train.');
    expect(composer()).toHaveValue('');
    await app.network(true);
    await arrive(app);
    expect(composer()).toHaveValue('From the train.');
    expect(screen.getByText('Not sent; your text is back below.')).toBeVisible();
    const events = await app.server.docs.find({
      collection: `teams/${teamId}/incidents/${incidentId}/timeline`,
    });
    expect(events.filter(({ data }) => data?.['kind'] === 'comment')).toEqual([]);
  });

  test('rejected on an earlier page are returned to the author', async () => {
    const { app, incidentId } = await room('Sam');
    const kept = JSON.stringify([{ id: 'lost', body: 'Never arrived.' }]);
    await reload(app, <RoomScreen number={1} />, () =>
      localStorage.setItem(`muster.draft.sam.${teamId}.unsent.${incidentId}`, kept),
    );
    expect(timeline()).toHaveTextContent('Never arrived.The server rejected this.');
    await app.user.click(button('Edit'));
    expect(composer()).toHaveValue('Never arrived.');
    expect(timeline()).not.toHaveTextContent('The server rejected this.');
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.unsent.${incidentId}`)).toBeNull();
  });

  test('that are unfinished survive a reload', async () => {
    const { app } = await room();
    await app.user.type(composer(), 'Half a th');
    await reload(app, <RoomScreen number={1} />);
    expect(composer()).toHaveValue('Half a th');
  });
});
