/** History of an alert in its sheet: what happened, and comments. */
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AlertsScreen } from './alerts-screen.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const open = async (s: AppStage, summary: string) => {
  await s.user.click(screen.getByRole('link', { name: new RegExp(summary) }));
  await s.settle();
  const sheet = within(await screen.findByRole('dialog', { name: summary }));
  await s.user.click(await sheet.findByText('History and comments'));
  await act(() => s.settle());
  return sheet;
};
const alerts = (as: 'Sam' | 'Vera') =>
  stage({ as, path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen /> });

test('the history of an alert names the paged people, takes a comment, and lets its author withdraw the comment', async () => {
  const s = await alerts('Sam');
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  const history = await sheet.findByRole('list', { name: 'History' });
  expect(history).toHaveTextContent('Paged Ada Moreno (step 1)');
  await s.user.type(sheet.getByRole('textbox', { name: 'Comment' }), 'The index is rebuilt.');
  await s.user.click(sheet.getByRole('button', { name: 'Comment' }));
  await s.settle();
  expect(history).toHaveTextContent('Sam Osei wrote: The index is rebuilt.');
  expect(sheet.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await s.user.click(sheet.getByRole('button', { name: 'Withdraw' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw this comment?' }));
  await s.user.click(question.getByRole('button', { name: 'Withdraw comment' }));
  await s.settle();
  expect(history).toHaveTextContent('Sam Osei’s comment was withdrawn by Sam Osei');
  expect(history).not.toHaveTextContent('The index is rebuilt.');
});

test('the history of an alert is read by a viewer, with the reason why they can’t comment', async () => {
  const s = await alerts('Vera');
  await s.fire(complaint({ summary: 'Search is down' }));
  const sheet = await open(s, 'Search is down');
  expect(await sheet.findByRole('list', { name: 'History' })).toHaveTextContent('Paged Ada Moreno');
  expect(sheet.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  const button = sheet.getByRole('button', { name: 'Comment' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
});
