/** Order and times of what one person does in a room while the backend is out of reach: commands, comments and tasks. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { teamId } from '#tests/app/small-team.ts';
import type { AppStage } from '#tests/app/stage.tsx';
import { button, composer, room, timeline, write } from '#tests/app/room.tsx';
import type { RoomWrite } from '#src/data/client/room-write.ts';
import { commandKeys } from '#src/data/client/sending.ts';
import { SignedIn } from '#src/app/signed-in.tsx';
import { RoomScreen } from './room-screen.tsx';

/** What each new entry of the timeline tells of, in the order in which the server stores them. */
async function entriesInOrder(app: AppStage, incidentId: string) {
  const { client } = await app.person('Ada');
  const kinds: string[] = [];
  client.docs.watchQuery(query(collectionPaths.timeline(teamId, incidentId)), {
    next: ({ changes }) => {
      for (const { type, doc } of changes) if (type === 'added') kinds.push(String(doc.data?.['kind']));
    },
  });
  await arrive(app);
  kinds.length = 0;
  return kinds;
}

const addTask = async (app: AppStage, text: string) => {
  await app.user.type(screen.getByRole('textbox', { name: 'New task' }), `${text}{Enter}`);
  await app.settle();
};

/** A command, a comment and a task. */
async function work(app: AppStage) {
  await app.user.click(button('Fix'));
  await app.settle();
  await write(app, 'Rolling back the release.');
  await addTask(app, 'Call the provider');
}

test('a command, a comment and a task given offline are shown, and arrive in this order', async () => {
  const { app, incidentId } = await room();
  const kinds = await entriesInOrder(app, incidentId);
  await app.network(false);
  await work(app);
  expect(timeline()).toHaveTextContent(
    'Rolling back the release.Queued. It is sent when the connection is back.',
  );
  expect(screen.getByRole('checkbox', { name: 'Call the provider' })).toBeVisible();
  await app.network(true);
  await arrive(app);
  expect(kinds).toEqual(['status', 'comment', 'task']);
  expect(timeline()).not.toHaveTextContent('Queued');
});

test('commands given before the browser was closed are shown afterwards, and carried out in order', async () => {
  const { app, incidentId } = await room();
  const kinds = await entriesInOrder(app, incidentId);
  await reload(app, <Page />);
  await app.network(false);
  await work(app);
  await reload(app, <Page />, () => app.runtime.queries.getMutationCache().clear());
  expect(timeline()).toHaveTextContent(
    'Rolling back the release.Queued. It is sent when the connection is back.',
  );
  expect(screen.getByRole('checkbox', { name: 'Call the provider' })).toBeVisible();
  await app.network(true);
  await arrive(app);
  await arrive(app);
  expect(kinds).toEqual(['status', 'comment', 'task']);
  expect(timeline()).not.toHaveTextContent('Queued');
});

test('entries written offline show both the time of writing and of sending', async () => {
  const { app } = await room();
  await app.network(false);
  await work(app);
  await app.advance(8 * minute);
  await write(app, 'Still offline.');
  await app.network(true);
  await arrive(app);
  await app.advance(minute);
  await arrive(app);
  const entry = (text: string) => {
    const rows = within(timeline()).getAllByRole('listitem');
    const row = rows.find(({ textContent }) => textContent?.includes(text));
    if (!row) throw new Error(`No entry: ${text}`);
    return row;
  };
  const times = /written (\d\d:\d\d), sent (\d\d:\d\d)/u;
  for (const text of ['changed the status', 'Rolling back the release.', 'added the task Call the provider'])
    expect(entry(text)).toHaveTextContent(times);
  expect(entry('Still offline.')).not.toHaveTextContent('written');
});

test('a comment behind a retried command waits visibly', async () => {
  const { app } = await room();
  // The pause before the second attempt does not end in this test.
  app.runtime.queries.setMutationDefaults(commandKeys.named('transitionIncident'), { retryDelay: 2 ** 30 });
  await app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:transitionIncident',
    code: 'unavailable',
  });
  await app.user.click(button('Fix'));
  await app.settle();
  expect(screen.getByText('Trying again…')).toBeVisible();
  expect(screen.getByText('Trying again…')).toHaveAttribute('title', 'No answer yet, trying again…');
  await write(app, 'Rolling back the release.');
  await addTask(app, 'Call the provider');
  expect(timeline()).toHaveTextContent('Rolling back the release.Waits for the change before it.');
  expect(screen.getByText('Waits its turn')).toBeVisible();
  expect(screen.getByText('Waits its turn')).toHaveAttribute('title', 'Waits for the change before it');
});

test('a comment queued by another tab is shown', async () => {
  const { app, incidentId } = await room();
  await reload(app, <Page />);
  await app.network(false);
  await write(app, 'From the first tab.');
  const { outbox } = app.runtime;
  const keys = Array.from({ length: outbox.length }, (_, index) => outbox.key(index) ?? '');
  const stored = keys
    .map((key) => JSON.parse(outbox.getItem(key) ?? '{}') as Partial<RoomWrite>)
    .find(({ entry }) => entry?.kind === 'comment');
  const entry = { ...stored?.entry, id: 'other', body: 'From the second tab.' };
  await reload(app, <Page />, () =>
    outbox.setItem('muster.outbox.lin/other', JSON.stringify({ ...stored, entry, position: 9 })),
  );
  expect(timeline()).toHaveTextContent(/From the first tab\..*From the second tab\./u);
  await app.network(true);
  await arrive(app);
  const landed = await app.server.docs.get(documentPaths.timelineEvent(teamId, incidentId, 'other'));
  expect(landed.data).toMatchObject({ body: 'From the second tab.' });
});

test('a rejected comment of an earlier page is reported and returned to its author', async () => {
  const { app } = await room('Sam');
  await reload(app, <Page />);
  await app.network(false);
  await write(app, 'From the train.');
  await app.client.control.inject({
    kind: 'refuse',
    service: 'docs',
    operation: 'commit',
    code: 'permission-denied',
  });
  await reload(app, <Page />, () => app.runtime.queries.getMutationCache().clear());
  await app.network(true);
  await arrive(app);
  expect(await screen.findByText('The comment “From the train.” was not sent')).toBeVisible();
  expect(timeline()).toHaveTextContent('From the train.The server rejected this.');
  await app.user.click(button('Edit'));
  expect(composer()).toHaveValue('From the train.');
});

const Page = () => (
  <SignedIn>
    <RoomScreen number={1} />
  </SignedIn>
);
