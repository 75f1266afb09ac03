import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { focusWithin } from '#tests/app/focus.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { button, room, timeline, write } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import type { AppStage, Tab } from '#tests/app/stage.tsx';

const entryId = 'c1';
const body = 'The password is hunter2.';

/** Another person's comment. */
async function comment(app: AppStage, { client }: Tab, author: string, incidentId: string): Promise<void> {
  await client.docs.write({
    type: 'set',
    path: documentPaths.timelineEvent(teamId, incidentId, entryId),
    data: {
      id: entryId,
      teamId,
      incidentId,
      createdBy: author,
      createdAt: serverTimestamp(),
      revision: 1,
      sequence: 0,
      kind: 'comment',
      body,
    },
  });
  await arrive(app);
}

const entryOf = (text: string): HTMLElement => {
  const found = within(timeline())
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(text));
  if (!found) throw new Error(`No entry says ${text}.`);
  return found;
};
const more = (text: string) => within(entryOf(text)).getByRole('button', { name: 'More about this comment' });
const item = () => screen.findByRole('menuitem', { name: /Withdraw comment/ });

async function withdraw(app: AppStage, text: string): Promise<void> {
  await app.user.click(more(text));
  await app.user.click(await item());
  await app.settle();
  await app.user.click(button('Withdraw comment'));
  await arrive(app);
}

const stored = async (app: AppStage, incidentId: string) =>
  (await app.server.docs.find({ collection: `teams/${teamId}/incidents/${incidentId}/timeline` }))
    .map(({ data }) => data)
    .filter((data) => data?.['kind'] === 'comment' || data?.['kind'] === 'withdrawn');

describe('withdrawing a comment', () => {
  test('erases the text after a question, and keeps author and time', async () => {
    const { app, incidentId } = await room('Sam');
    await write(app, body);
    await arrive(app);
    await app.user.click(more(body));
    await app.user.click(await item());
    await app.settle();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      'Its text is erased for everyone and can’t be brought back. The timeline keeps that you wrote a comment, and when.',
    );
    await app.user.click(button('Cancel'));
    await app.settle();
    expect(timeline()).toHaveTextContent(body);

    await withdraw(app, body);
    expect(timeline()).not.toHaveTextContent('hunter2');
    const entry = entryOf('Comment withdrawn by Sam Osei');
    expect(entry).toHaveTextContent(/^SOSam Osei/);
    expect(within(entry).queryByRole('button', { name: 'More about this comment' })).toBeNull();
    await waitFor(() => expect(within(entry).getByRole('link')).toHaveFocus());
    expect(await stored(app, incidentId)).toMatchObject([
      { kind: 'withdrawn', createdBy: 'sam', withdrawnBy: 'sam' },
    ]);
    expect(JSON.stringify(app.cloud.snapshot())).not.toContain('hunter2');
  });

  test('works with the keyboard alone', async () => {
    const { app } = await room('Sam');
    await write(app, body);
    await arrive(app);
    more(body).focus();
    await app.user.keyboard('{Enter}');
    const withdrawal = await item();
    expect(withdrawal).toBeVisible();
    // The focus moves into the menu in a later frame: a key before that does not reach it.
    await focusWithin(screen.getByRole('menu'));
    await app.user.keyboard('{End}');
    await waitFor(() => expect(withdrawal).toHaveFocus());
    await app.user.keyboard('{Enter}');
    await app.settle();
    await waitFor(() => expect(button('Cancel')).toHaveFocus());
    await app.user.keyboard('{Tab}{Enter}');
    await arrive(app);
    expect(timeline()).toHaveTextContent('Comment withdrawn by Sam Osei');
  });

  test('of another member is for admins; other members see the reason', async () => {
    const { app, lin, incidentId } = await room('Sam');
    await comment(app, lin, 'lin', incidentId);
    await app.user.click(more(body));
    expect(await item()).toHaveAttribute('aria-disabled', 'true');
    expect(await item()).toHaveTextContent(
      'Only its author or an admin may withdraw this comment. Ask one of them.',
    );
    await app.user.click(await item());
    await app.settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(timeline()).toHaveTextContent(body);
  });

  test('by an admin names the admin', async () => {
    const { app, incidentId } = await room('Lin');
    await comment(app, await app.person('Sam'), 'sam', incidentId);
    await withdraw(app, body);
    expect(entryOf('Comment withdrawn by Lin Ødegård')).toHaveTextContent(/^SOSam Osei/);
  });

  test('is not offered to viewers', async () => {
    const { app, lin, incidentId } = await room('Vera');
    await comment(app, lin, 'lin', incidentId);
    expect(timeline()).toHaveTextContent(body);
    expect(screen.queryByRole('button', { name: 'More about this comment' })).toBeNull();
  });

  test('waits visibly offline, and is done once on reconnect', async () => {
    const { app, incidentId } = await room('Sam');
    await write(app, body);
    await arrive(app);
    await app.network(false);
    await withdraw(app, body);
    expect(entryOf(body)).toHaveTextContent('To be withdrawn when the connection is back.');
    await app.user.click(more(body));
    expect(await item()).toHaveTextContent('It is being withdrawn.');
    await app.user.keyboard('{Escape}');
    await app.network(true);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Comment withdrawn by Sam Osei');
    expect(timeline()).not.toHaveTextContent('hunter2');
    expect(await stored(app, incidentId)).toMatchObject([{ kind: 'withdrawn', revision: 2 }]);
  });

  test('is disabled for an unsent comment', async () => {
    const { app } = await room('Sam');
    await app.network(false);
    await write(app, body);
    await app.user.click(more(body));
    expect(await item()).toHaveAttribute('aria-disabled', 'true');
    expect(await item()).toHaveTextContent('It is not sent yet. It can be withdrawn once it is.');
    await app.user.keyboard('{Escape}');
    await app.network(true);
    await arrive(app);
    await withdraw(app, body);
    expect(timeline()).toHaveTextContent('Comment withdrawn by Sam Osei');
  });

  test('removes the text from the screen and the cache of members who were offline', async () => {
    const { app, lin, incidentId } = await room('Sam');
    await comment(app, lin, 'lin', incidentId);
    await app.network(false);
    expect(timeline()).toHaveTextContent(body);
    await call(lin, 'withdrawEntry', { incidentId, entryId });
    await app.network(true);
    await arrive(app);
    expect(entryOf('Comment withdrawn by Lin Ødegård')).toBeVisible();
    expect(timeline()).not.toHaveTextContent('hunter2');
    const path = documentPaths.timelineEvent(teamId, incidentId, entryId);
    const cached = await app.client.docs.get(path, { source: 'cache' });
    expect(cached.data).toMatchObject({ kind: 'withdrawn' });
    expect(cached.data).not.toHaveProperty('body');
  });

  test('that is rejected is reported, and the comment stays', async () => {
    const { app, incidentId } = await room('Sam');
    await write(app, body);
    await arrive(app);
    await app.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:withdrawEntry',
      code: 'permission-denied',
    });
    await withdraw(app, body);
    await arrive(app);
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByRole('alert')).toHaveTextContent('You may not do this.');
    await app.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(timeline()).toHaveTextContent(body);
    expect(await stored(app, incidentId)).toMatchObject([{ kind: 'comment', body }]);
  });
});
