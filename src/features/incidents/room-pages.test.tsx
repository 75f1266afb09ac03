/** Actions on a page in a room, beside acknowledging it and handing it over. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { arrive, call } from '#tests/app/incident.ts';
import { room, timeline } from '#tests/app/room.tsx';

const panel = () => screen.getByRole('region', { name: 'Pages' });
const press = (name: string) => within(panel()).findByRole('button', { name });

/** A page that asks Ada first, acknowledged by the reader. */
async function acknowledged(as: 'Ada' | 'Sam' = 'Sam') {
  const { app, lin, incidentId } = await room(as);
  const whom = { kind: 'policy', policyId: 'standard' } as const;
  const { pageId } = await call(lin, 'page', { incidentId, whom, summary: 'Come, please' });
  await arrive(app);
  await app.user.click(await press('Acknowledge'));
  await arrive(app);
  return { app, lin, incidentId, pageId };
}

describe('an acknowledged page', () => {
  test('is paged again from its first step', async () => {
    const { app } = await acknowledged();
    await app.user.click(await press('Page again'));
    await arrive(app);
    expect(await screen.findByText('Paged again')).toBeVisible();
    expect(await within(panel()).findByText('Ada Moreno')).toBeVisible();
    expect(panel()).not.toHaveTextContent('By Sam Osei');
    expect(timeline()).toHaveTextContent('Sam Osei paged again: the page starts at its first step');
    expect(within(panel()).queryByRole('button', { name: 'Page again' })).toBeNull();
  });

  test('is given back by who has it, and by nobody else', async () => {
    const { app, lin, pageId } = await acknowledged();
    await app.user.click(await press('Give back'));
    await arrive(app);
    expect(await screen.findByText('Given back')).toBeVisible();
    expect(await within(panel()).findByText('Ada Moreno')).toBeVisible();
    expect(timeline()).toHaveTextContent('Sam Osei gave back the page, which asks again');
    await call(lin, 'acknowledgePage', { pageId });
    await arrive(app);
    expect(await press('Page again')).toBeVisible();
    expect(within(panel()).queryByRole('button', { name: 'Give back' })).toBeNull();
  });

  test('is snoozed by who has it; the snooze is changed, ended, and ends by itself', async () => {
    const { app, lin, pageId } = await acknowledged();
    const sleepsFor = () => {
      const until =
        within(panel())
          .getByText(/^Snoozed until/u)
          .querySelector('time')?.dateTime ?? '';
      return Math.round((Date.parse(until) - app.cloud.clock.now()) / 60_000);
    };
    const choose = async (button: string, item: string) => {
      await app.user.click(await press(button));
      await app.user.click(await screen.findByRole('menuitem', { name: item }));
      await arrive(app);
    };
    await choose('Snooze', '2 hours');
    expect(await screen.findByText('The page is snoozed')).toBeVisible();
    expect(sleepsFor()).toBe(120);
    expect(panel()).toHaveTextContent(/Snoozed until \d\d:\d\d/u);
    expect(panel()).toHaveTextContent('By Sam Osei');
    expect(timeline()).toHaveTextContent('Sam Osei snoozed the page for 2 h');
    await choose('Change snooze', 'End the snooze');
    expect(panel()).not.toHaveTextContent('Snoozed until');
    expect(timeline()).toHaveTextContent('Sam Osei ended the snooze of the page');
    await choose('Snooze', '30 minutes');
    expect(sleepsFor()).toBe(30);
    await app.advance(30 * 60_000);
    await arrive(app);
    expect(panel()).not.toHaveTextContent('Snoozed until');
    expect(await within(panel()).findByText('Ada Moreno')).toBeVisible();
    expect(timeline()).toHaveTextContent('The snooze ended: the page starts at its first step');
    await call(lin, 'acknowledgePage', { pageId });
    await arrive(app);
    expect(await press('Page again')).toBeVisible();
    expect(within(panel()).queryByRole('button', { name: 'Snooze' })).toBeNull();
  });
});

test('a page that ended without an answer is not paged again once its incident is over, and says why', async () => {
  const { app, lin, incidentId } = await room('Sam');
  const whom = { kind: 'policy', policyId: 'standard' } as const;
  await call(lin, 'page', { incidentId, whom, summary: 'Come, please' });
  for (let minutes = 0; minutes < 120; minutes += 5) await app.advance(5 * 60_000);
  await arrive(app);
  expect(await press('Page again')).toBeEnabled();
  await call(lin, 'transitionIncident', { incidentId, to: 'resolved', note: 'Over' });
  await arrive(app);
  expect(await press('Page again')).toHaveAccessibleDescription(
    'This incident is resolved: nobody is paged for it.',
  );
});
