import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { documentPaths } from '#domain/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { reload } from '#tests/app/reload.tsx';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

/** A room that Lin declared, seen by someone. */
async function room(as: 'Ada' | 'Lin' | 'Sam' | 'Vera' = 'Lin') {
  const app = await stage({ as, screen: <RoomScreen number={1} /> });
  const lin = as === 'Lin' ? app : await app.person('Lin');
  const { incidentId } = await declare(app, lin);
  await arrive(app);
  return { app, lin, incidentId };
}

const timeline = () => screen.getByRole('region', { name: 'Timeline of #1' });
const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const stored = (app: AppStage, path: string) => app.server.docs.get(path);

async function write(app: AppStage, text: string) {
  await app.user.click(composer());
  await app.user.paste(text);
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await app.settle();
}

describe('the room', () => {
  test('shows title, severity, status, commander and what happened', async () => {
    await room('Ada');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Checkout answers with errors');
    expect(timeline()).toHaveTextContent('Lin Ødegård declared this incident as SEV2 Major');
    expect(screen.getByText('Payments')).toBeVisible();
  });

  test('says so when there is no such incident', async () => {
    const app = await stage({ as: 'Sam', screen: <RoomScreen number={7} /> });
    await arrive(app);
    expect(screen.getByText('There is no incident #7')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All incidents' })).toHaveAttribute('href', '/incidents');
  });

  test('that was never opened here says so while offline, and opens by itself afterwards', async () => {
    const app = await stage({ as: 'Sam', screen: <Lobby /> });
    await declare(app, await app.person('Lin'));
    await app.network(false);
    await app.user.click(button('Enter'));
    await arrive(app);
    expect(screen.getByText('Incident #1 is not on this device')).toBeVisible();
    await app.network(true);
    await arrive(app);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Checkout answers with errors');
  });
});

function Lobby() {
  const [entered, enter] = useState(false);
  if (entered) return <RoomScreen number={1} />;
  return (
    <button type="button" onClick={() => enter(true)}>
      Enter
    </button>
  );
}

describe('comments', () => {
  test('are sent with Control and Enter, and leave an empty field', async () => {
    const { app } = await room();
    await write(app, 'Rolled back.');
    expect(timeline()).toHaveTextContent('Rolled back.');
    expect(composer()).toHaveValue('');
  });

  test('of others appear by themselves', async () => {
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

  test('written offline are queued, say so, and land once when the connection is back', async () => {
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

  test('are not for viewers, and the button says why', async () => {
    const { app } = await room('Vera');
    await app.user.hover(button(/Comment/));
    expect(button(/Comment/)).toHaveAccessibleDescription(/Only responders may write in the timeline/);
  });

  test('that are refused go back to the draft, with the reason', async () => {
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

  test('that an earlier page wrote and the server did not keep are handed back', async () => {
    const { app, incidentId } = await room('Sam');
    const kept = JSON.stringify([{ id: 'lost', body: 'Never arrived.' }]);
    await reload(app, <RoomScreen number={1} />, () =>
      localStorage.setItem(`muster.unsent.sam.${incidentId}`, kept),
    );
    expect(timeline()).toHaveTextContent('Never arrived.The server did not keep this.');
    await app.user.click(button('Edit'));
    expect(composer()).toHaveValue('Never arrived.');
    expect(timeline()).not.toHaveTextContent('The server did not keep this.');
    expect(localStorage.getItem(`muster.unsent.sam.${incidentId}`)).toBeNull();
  });

  test('half written survive a reload', async () => {
    const { app } = await room();
    await app.user.type(composer(), 'Half a th');
    await reload(app, <RoomScreen number={1} />);
    expect(composer()).toHaveValue('Half a th');
  });
});

describe('the status', () => {
  test('changes in one press, and the room tells it', async () => {
    const { app, incidentId } = await room();
    await app.user.click(button('Investigate'));
    await arrive(app);
    expect((await stored(app, documentPaths.incident(teamId, incidentId))).data?.['status']).toBe(
      'investigating',
    );
    expect(timeline()).toHaveTextContent('Lin Ødegård changed the status from Triage to Investigating');
  });

  test('waits while offline, says so on itself, and goes out afterwards', async () => {
    const { app, incidentId } = await room();
    await app.network(false);
    await app.user.click(button('Fix'));
    await app.settle();
    expect(screen.getByText('Queued')).toBeVisible();
    expect(button('Monitor')).toHaveAccessibleDescription('A change of the status is on its way.');
    await app.network(true);
    await arrive(app);
    expect((await stored(app, documentPaths.incident(teamId, incidentId))).data?.['status']).toBe('fixing');
    expect(screen.queryByText('Queued')).toBeNull();
  });

  test('is not everyone’s to set', async () => {
    await room('Sam');
    expect(button('Investigate')).toHaveAccessibleDescription(/Only the commander, operations or an admin/);
  });

  test('asks for a word before it resolves, and then tells the story', async () => {
    const { app } = await room();
    await app.user.click(button('Resolve'));
    await app.user.type(screen.getByRole('textbox', { name: /What fixed it/ }), 'Rolled back');
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await arrive(app);
    expect(timeline()).toHaveTextContent('to Resolved: Rolled back');
    const story = screen.getByRole('region', { name: 'The story' });
    expect(story).toHaveTextContent('Resolved after0 s');
    expect(story).toHaveTextContent('Lin Ødegård took part');
    expect(button(/Page someone/)).toHaveAccessibleDescription(/nobody is paged/);
  });
});

describe('roles', () => {
  test('are offered, and taken by whoever they were offered to', async () => {
    const { app, lin, incidentId } = await room('Sam');
    await call(lin, 'assignRole', { incidentId, role: 'operations', userId: 'sam' });
    await arrive(app);
    expect(screen.getByText(/Lin Ødegård offers you the role of operations/)).toBeVisible();
    const [accept] = screen.getAllByRole('button', { name: 'Accept' });
    if (accept) await app.user.click(accept);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Sam Osei took the role of operations');
    expect(screen.queryByText(/offers you/)).toBeNull();
    // The one who has operations may now set the status.
    expect(button('Investigate')).not.toHaveAttribute('aria-disabled');
  });

  test('can be taken from a menu', async () => {
    const { app } = await room();
    await app.user.click(button('Assign scribe'));
    await app.user.click(await screen.findByRole('menuitem', { name: /Take it yourself/ }));
    await arrive(app);
    expect(timeline()).toHaveTextContent('Lin Ødegård took the role of scribe');
  });
});

describe('tasks', () => {
  const field = () => screen.getByRole('textbox', { name: 'New task' });

  test('are added, done, and undone', async () => {
    const { app } = await room();
    await app.user.type(field(), 'Roll back{Enter}');
    await arrive(app);
    expect(field()).toHaveValue('');
    await app.user.click(screen.getByRole('checkbox', { name: 'Roll back' }));
    await arrive(app);
    expect(screen.getByText('1 done')).toBeVisible();
    expect(timeline()).toHaveTextContent('Lin Ødegård finished the task Roll back');
  });

  test('that were removed come back with Undo', async () => {
    const { app } = await room();
    await app.user.type(field(), 'Roll back{Enter}');
    await arrive(app);
    await app.user.click(button('Remove task Roll back'));
    await arrive(app);
    expect(screen.queryByRole('checkbox', { name: 'Roll back' })).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(screen.getByRole('checkbox', { name: 'Roll back' })).toBeInTheDocument();
  });

  test('work offline', async () => {
    const { app } = await room();
    await app.network(false);
    await app.user.type(field(), 'Call the provider{Enter}');
    await app.settle();
    expect(screen.getByRole('checkbox', { name: 'Call the provider' })).toBeInTheDocument();
    await app.network(true);
    await arrive(app);
    expect(timeline()).toHaveTextContent('added the task Call the provider');
  });
});

describe('people', () => {
  test('who are in the room are seen, and seen typing', async () => {
    const { app, incidentId } = await room('Ada');
    const panel = () => screen.getByRole('region', { name: 'People' });
    expect(within(panel()).getByText('Ada Moreno')).toBeVisible();
    const sam = await app.person('Sam');
    await sam.client.realtime.set(`presence/${teamId}/${incidentId}/somewhere`, {
      userId: 'sam',
      displayName: 'Sam Osei',
      doing: 'typing',
      seenAt: { '.sv': 'timestamp' },
    });
    await arrive(app);
    expect(within(panel()).getByText('Typing')).toBeVisible();
    expect(screen.getByText('Sam Osei is typing')).toBeVisible();
  });

  test('who type are told to the others, and no longer when they stop', async () => {
    const { app, incidentId } = await room();
    const ada = await app.person('Ada');
    const doing = async () => {
      const snapshot = await ada.client.realtime.get(`presence/${teamId}/${incidentId}`);
      return snapshot.children.map(({ value }) => (value as { doing: string }).doing);
    };
    await app.user.type(composer(), 'Hm');
    await app.settle();
    expect(await doing()).toEqual(['typing']);
    await app.advance(5_000);
    expect(await doing()).toEqual(['looking']);
  });
});

describe('files', () => {
  test('are uploaded and told of', async () => {
    const { app } = await room();
    const file = new File(['GET /checkout 500'], 'access.log', { type: 'text/plain' });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, file);
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Lin Ødegård added the file access.log');
    expect(screen.getByRole('link', { name: 'access.log' })).toBeInTheDocument();
  });

  test('whose record the server would not take are told of again, and not sent again', async () => {
    const { app } = await room();
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.client.control.inject({
      kind: 'refuse',
      service: 'docs',
      operation: 'commit',
      code: 'permission-denied',
    });
    await app.user.upload(chooser, new File(['GET /checkout 500'], 'access.log', { type: 'text/plain' }));
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).not.toHaveTextContent('added the file access.log');
    await app.user.click(screen.getByRole('button', { name: 'Upload access.log again' }));
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Lin Ødegård added the file access.log');
    expect(screen.queryByRole('button', { name: 'Upload access.log again' })).toBeNull();
  });

  test('that are too large are refused before anything is sent, in words', async () => {
    const { app } = await room();
    const file = new File(['x'], 'dump.bin');
    Object.defineProperty(file, 'size', { value: 26 * 1024 * 1024 });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, file);
    await arrive(app);
    const told = screen.getByText('dump.bin was not added').parentElement;
    expect(told).toHaveTextContent(/addedA file is at most 25 MB\. Share a link to it instead\.$/);
  });
});

describe('pages', () => {
  test('show who is asked and what happens next', async () => {
    const { app, lin, incidentId } = await room('Sam');
    await call(lin, 'page', {
      incidentId,
      whom: { kind: 'policy', policyId: 'standard' },
      summary: 'Come, please',
    });
    await arrive(app);
    const panel = screen.getByRole('region', { name: 'Pages' });
    expect(within(panel).getByText('Ada Moreno')).toBeVisible();
    expect(panel).toHaveTextContent('Climbs to Lin Ødegård in 5:00');
    await app.user.click(within(panel).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(panel).toHaveTextContent('By Sam Osei');
  });
});
