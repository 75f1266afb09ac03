import { screen, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { focusWithin } from '#tests/app/focus.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { screenBehind, onlyPage, pressLater } from '#tests/app/alarm-stage.tsx';

const minute = 60_000;

const watching = (options: StageOptions = {}) =>
  stage({ as: 'Ada', seed: seedTeamWithSenders, screen: screenBehind, ...options });

const alarm = () => screen.queryByRole('alertdialog');

describe('a page for the reader', () => {
  it('covers the screen, takes the focus, and shows its age, its severity and what happens next', async () => {
    const s = await watching();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    expect(alarm()).toBeNull();
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(alarm()).toHaveAccessibleName('Search is down');
    expect(alarm()).toHaveAccessibleDescription('Search');
    await focusWithin(alarm());
    expect(screen.getByText('Critical')).toBeVisible();
    expect(alarm()).toHaveTextContent('for 0:00');
    expect(alarm()).toHaveTextContent('Escalates to Lin Ødegård in 5:00');
    await s.advance(48_000);
    expect(alarm()).toHaveTextContent('for 0:48');
    expect(screen.getByRole('timer')).toHaveTextContent('4:12');
  });

  it('closes after an escalation, with the name of the next member', async () => {
    const s = await watching();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.advance(5 * minute);
    await s.settle();
    expect(alarm()).toBeNull();
    expect(await screen.findByText('It was escalated to Lin Ødegård')).toBeVisible();
  });

  it('shows the number of waiting pages', async () => {
    const s = await watching();
    const sam = await s.person('Sam');
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.advance(1000);
    await declare(s, sam, { page: [{ kind: 'people', userIds: ['ada'] }] });
    expect(alarm()).toHaveAccessibleName('Search is down');
    expect(alarm()).toHaveTextContent('1 more after this');
    await s.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await arrive(s);
    expect(alarm()).toHaveAccessibleName('Checkout answers with errors');
  });

  it('shows the number of its alerts, as more alerts join', async () => {
    const s = await watching();
    for (const summary of ['Search is down', 'Search is slow', 'Search is full'])
      await s.fire(complaint({ summary }));
    await s.advance(5000);
    await s.settle();
    expect(alarm()).toHaveAccessibleName('Search is down and 2 more');
    expect(alarm()).not.toHaveTextContent('more after this');
  });

  it('stays away when the page asks another member', async () => {
    const s = await watching({ as: 'Sam' });
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(alarm()).toBeNull();
  });
});

describe('a page of low urgency', () => {
  const notice = () => screen.queryByRole('region', { name: 'Search is slow' });
  const fireLow = (s: AppStage) => s.fire(complaint({ summary: 'Search is slow', severity: 'warning' }));
  const elsewhere = (options: StageOptions = {}) => watching({ path: '/alerts', ...options });

  it('is a notice beside the work that takes neither the screen, nor the focus, nor keys', async () => {
    const s = await elsewhere();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await fireLow(s);
    expect(alarm()).toBeNull();
    expect(notice()).toHaveTextContent('Low urgency');
    expect(notice()).toHaveTextContent('Escalates to Lin Ødegård in 5:00');
    expect(within(notice() as HTMLElement).getByRole('status')).toHaveTextContent(
      'Low urgency: Search is slow.',
    );
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
    pressLater('a');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'notifying' });
  });

  it('has the focus after F6, and is acknowledged from the notice', async () => {
    const s = await elsewhere();
    await fireLow(s);
    await s.user.keyboard('{F6}');
    expect(screen.getByRole('button', { name: 'Acknowledge' })).toHaveFocus();
    await s.user.keyboard('{Enter}');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ status: 'acknowledged' });
    expect(notice()).toBeNull();
  });

  it('is declined with a reason from the notice', async () => {
    const s = await elsewhere();
    await fireLow(s);
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    await s.user.keyboard('At lunch{Enter}');
    await s.settle();
    expect(await onlyPage(s)).toMatchObject({ waitingFor: ['lin'], declined: [{ reason: 'At lunch' }] });
  });

  it('is hidden on request, and is not repeated on home', async () => {
    const s = await elsewhere();
    await fireLow(s);
    await s.user.click(screen.getByRole('button', { name: /^Hide/ }));
    expect(notice()).toBeNull();
    const home = await watching({ path: '/' });
    await fireLow(home);
    expect(notice()).toBeNull();
  });

  it('waits behind a critical page, which takes the screen even if newer', async () => {
    const s = await elsewhere();
    await fireLow(s);
    await s.advance(1000);
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(alarm()).toHaveAccessibleName('Search is down');
    expect(alarm()).not.toHaveTextContent('more after this');
    await s.user.click(within(alarm() as HTMLElement).getByRole('button', { name: 'Acknowledge' }));
    await arrive(s);
    expect(alarm()).toBeNull();
    expect(notice()).toBeVisible();
  });
});

test('a drill covers the screen without the severity and the hand-over of a page', async () => {
  const s = await stage({ as: 'Ada', path: '/me', seed: seedTeamWithSenders });
  await s.user.click(screen.getByRole('button', { name: 'Enable here' }));
  await arrive(s);
  await s.user.click(screen.getByRole('button', { name: /^Drill/ }));
  await arrive(s);
  const drill = within(alarm() as HTMLElement);
  expect(alarm()).toHaveTextContent(/^Drill/);
  expect(alarm()).not.toHaveTextContent(/You are paged|SEV/);
  expect(drill.queryByRole('button', { name: 'Can’t take it' })).toBeNull();
  // A page comes before the drill.
  await s.fire(complaint({ summary: 'Search is down' }));
  expect(alarm()).toHaveAccessibleName('Search is down');
  expect(alarm()).toHaveTextContent('You are paged');
});

describe('a direct page', () => {
  const pageAda = async (s: AppStage) => {
    await declare(s, await s.person('Sam'), { page: [{ kind: 'people', userIds: ['ada'] }] });
    await arrive(s);
  };

  it('asks the same person again, with that consequence shown', async () => {
    const s = await watching();
    await pageAda(s);
    expect(alarm()).toHaveTextContent('You are asked again in 5:00');
  });

  it('shows the members asked after a decline, who see the reason', async () => {
    const s = await watching({ as: 'Lin' });
    await declare(s, await s.person('Sam'), { page: [{ kind: 'people', userIds: ['lin'] }] });
    await arrive(s);
    await s.user.click(screen.getByRole('button', { name: 'Can’t take it' }));
    expect(alarm()).toHaveTextContent('Ada Moreno is asked at once. They see your reason.');
  });

  it('shows the next asked member who declined, with the reason', async () => {
    const s = await watching();
    const lin = await s.person('Lin');
    await declare(s, await s.person('Sam'), { page: [{ kind: 'people', userIds: ['lin'] }] });
    const { id: pageId } = await onlyPage(s);
    await call(lin, 'declinePage', { pageId, reason: 'On a train' });
    await arrive(s);
    expect(alarm()).toHaveTextContent('Lin Ødegård can’t take it: “On a train”');
  });
});
