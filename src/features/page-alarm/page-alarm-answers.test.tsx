/** Answers to a page in the alarm, and its receipts. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deliverySchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { entity } from '#src/data/client/documents.ts';
import { focusWithin } from '#tests/app/focus.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions, type Tab } from '#tests/app/stage.tsx';
import { screenBehind, onlyPage, pressLater } from '#tests/app/alarm-stage.tsx';

const watching = (options: StageOptions = {}) =>
  stage({ as: 'Ada', seed: seedTeamWithSenders, screen: screenBehind, ...options });

const alarm = () => screen.queryByRole('alertdialog');

const command = (tab: Tab) => ({ teamId, commandId: tab.client.docs.newId() });

async function deliveries(s: AppStage) {
  const found = await s.server.docs.find(query(collectionPaths.deliveries(teamId, (await onlyPage(s)).id)));
  return found.flatMap((doc) => entity(deliverySchema, doc)?.value ?? []);
}

describe('acknowledging a page', () => {
  it('takes one key, and gives the focus back', async () => {
    const s = await watching();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await s.fire(complaint({ summary: 'Search is down' }));
    pressLater('a');
    await s.settle();
    expect(alarm()).toBeNull();
    expect(await onlyPage(s)).toMatchObject({ status: 'acknowledged' });
    expect(await screen.findByText('Acknowledged. It is assigned to you.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus());
  });

  it('is not triggered by a key that was meant for another control', async () => {
    const s = await watching();
    // All key events have one time, however slow the machine is.
    const moment = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1_000);
    onTestFinished(() => moment.mockRestore());
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.keyboard('a{Enter} ');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'notifying' });
    expect(alarm()).toBeVisible();
  });

  it('shows the name of a faster member', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    const lin = await s.person('Lin');
    const { id: pageId } = await onlyPage(s);
    await lin.client.functions.call('acknowledgePage', { ...command(lin), pageId });
    await s.settle();
    expect(alarm()).toBeNull();
    expect(await screen.findByText('Lin Ødegård has acknowledged it')).toBeVisible();
  });

  it('shows the reason when the backend rejects, and can be repeated', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:acknowledgePage',
      code: 'permission-denied',
    });
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('Ask an owner of the team');
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(alarm()).toBeNull();
  });

  it('offline closes the alarm, shows the queued answer, and is sent on reconnect', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.network(false);
    expect(alarm()).toBeVisible();
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(alarm()).toBeNull();
    expect(await screen.findByText('Your answer waits for the connection')).toBeVisible();
    expect(await onlyPage(s)).toMatchObject({ status: 'notifying' });
    await s.network(true);
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'acknowledged' });
    expect(alarm()).toBeNull();
  });

  it('that is rejected after being offline is reported although the alarm is closed', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    const lin = await s.person('Lin');
    await s.network(false);
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(alarm()).toBeNull();
    await lin.client.functions.call('acknowledgePage', { ...command(lin), pageId: (await onlyPage(s)).id });
    await s.network(true);
    await s.settle();
    const told = await screen.findByText('Your answer to the page was not taken');
    expect(told.parentElement).toHaveTextContent(
      'Search is down: Lin Ødegård has acknowledged this already.',
    );
  });
});

describe('a page during typing', () => {
  const sentence = 'Rolled back a bad deploy; customers can pay again, and a report follows today.';
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  it.each(['Draft', 'Notes'])('leaves typed text in its field: %s', async (label) => {
    const s = await watching();
    await s.user.click(field(label));
    await s.user.keyboard(sentence.slice(0, 6));
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(alarm()).toBeVisible();
    await s.user.keyboard(sentence.slice(6));
    await s.settle();
    expect(field(label)).toHaveValue(sentence);
    await waitFor(() => expect(field(label)).toHaveFocus());
    expect(await onlyPage(s)).toMatchObject({ status: 'notifying' });
  });

  it('is read aloud, with the key that focuses the alarm', async () => {
    const s = await watching();
    await s.user.type(field('Draft'), 'Rolled');
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(alarm()).toHaveAccessibleName('Search is down');
    const [told] = screen.getAllByRole('alert');
    expect(told).toHaveTextContent('You are paged: Search is down. Search');
    expect(told).toHaveTextContent('Press F6 to answer.');
  });

  it('is answered by a press on Acknowledge, with the focus left in the field', async () => {
    const s = await watching();
    await s.user.type(field('Draft'), 'Rolled');
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'acknowledged' });
    await waitFor(() => expect(field('Draft')).toHaveFocus());
    await s.user.keyboard(' back');
    expect(field('Draft')).toHaveValue('Rolled back');
  });

  it('has the focus after F6: then one key acknowledges, and the focus returns to the field', async () => {
    const s = await watching();
    await s.user.type(field('Draft'), 'Rolled');
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.keyboard('{F6}');
    await s.settle();
    await focusWithin(alarm());
    pressLater('a');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'acknowledged' });
    await waitFor(() => expect(field('Draft')).toHaveFocus());
    expect(field('Draft')).toHaveValue('Rolled');
  });

  it('has the focus after leaving the field, but not after entering another field', async () => {
    const s = await watching();
    await s.user.type(field('Draft'), 'Rolled');
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(field('Notes'));
    await waitFor(() => expect(field('Notes')).toHaveFocus());
    await s.user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await s.settle();
    await focusWithin(alarm());
  });

  it('asks a declining member for the reason in the alarm', async () => {
    const s = await watching();
    await s.user.type(field('Draft'), 'Rolled');
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    await waitFor(() => expect(screen.getByLabelText(/^Why can’t you take it/)).toHaveFocus());
    await s.user.keyboard('On a train{Enter}');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ waitingFor: ['lin'] });
    expect(field('Draft')).toHaveValue('Rolled');
  });
});

describe('declining a page', () => {
  it('takes a reason with the page still in sight, and passes the page on at once', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    expect(alarm()).toHaveAccessibleName('Search is down');
    const why = screen.getByLabelText(/^Why can’t you take it/);
    await waitFor(() => expect(why).toHaveFocus());
    await s.user.keyboard('On a train, and again a tunnel{Enter}');
    await s.settle();
    expect(alarm()).toBeNull();
    expect(await onlyPage(s)).toMatchObject({
      waitingFor: ['lin'],
      declined: [{ userId: 'ada', reason: 'On a train, and again a tunnel' }],
    });
    expect(await screen.findByText('Lin Ødegård is asked at once.')).toBeVisible();
  });

  it('can be interrupted, and the typed reason is kept', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    await s.user.keyboard('On a train{Escape}');
    expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    expect(screen.getByLabelText(/^Why can’t you take it/)).toHaveValue('On a train');
  });
});

describe('receipts of a page', () => {
  it('prove the display of a page on this screen', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.settle();
    expect(await deliveries(s)).toMatchObject([{ userId: 'ada', to: null, status: 'shown' }]);
  });

  it('are missing for a hidden tab until the tab is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.settle();
    expect(alarm()).toBeVisible();
    expect(await deliveries(s)).toMatchObject([{ status: 'queued' }]);
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await s.settle();
    expect(await deliveries(s)).toMatchObject([{ status: 'shown' }]);
  });

  it('are missing for a page that asks another member', async () => {
    const s = await watching({ as: 'Vera' });
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.settle();
    expect(await deliveries(s)).toMatchObject([{ userId: 'ada', status: 'queued' }]);
  });
});
