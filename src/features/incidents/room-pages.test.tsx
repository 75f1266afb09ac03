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

describe('a page to a person by name', () => {
  test('asks the same person again without an escalation; their decline is shown with the reason', async () => {
    const { app, lin, incidentId } = await room('Ada');
    const whom = { kind: 'people', userIds: ['lin'] } as const;
    const { pageId } = await call(lin, 'page', {
      ...{ incidentId, whom: { ...whom, userIds: [...whom.userIds] }, summary: 'Come, please' },
    });
    await arrive(app);
    expect(panel()).toHaveTextContent('Asks Lin Ødegård again in 5:00');
    await call(lin, 'declinePage', { pageId, reason: 'On a train' });
    await arrive(app);
    expect(panel()).toHaveTextContent('Lin Ødegård can’t take it: “On a train”');
    expect(timeline()).toHaveTextContent('Paged Ada Moreno (the fallback)');
    expect(timeline()).not.toHaveTextContent('Nobody answered');
  });
});

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

  test('that ends with its incident names the former holder, and not as the canceller', async () => {
    const { app, lin, incidentId } = await acknowledged();
    await call(lin, 'transitionIncident', { incidentId, to: 'resolved', note: '' });
    await arrive(app);
    expect(panel()).toHaveTextContent('Cancelled');
    expect(panel()).toHaveTextContent('Acknowledged by Sam Osei');
    expect(panel()).not.toHaveTextContent('By Sam Osei');
  });

  test('is given back by the holder only', async () => {
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

  test('is snoozed by the holder; the snooze is changed, ended, and ends by itself', async () => {
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

describe('“Escalate now”', () => {
  const start = async () => {
    const { app, lin, incidentId } = await room('Sam');
    const whom = { kind: 'policy', policyId: 'standard' } as const;
    const { pageId } = await call(lin, 'page', { incidentId, whom, summary: 'Come, please' });
    await arrive(app);
    return { app, lin, pageId };
  };
  const escalate = async (app: Awaited<ReturnType<typeof start>>['app']) => {
    await app.user.click(await press('Escalate now'));
    await arrive(app);
  };

  test('is disabled with the reason without anyone left to ask', async () => {
    const { app } = await start();
    let presses = 0;
    for (
      ;
      (await press('Escalate now')).getAttribute('aria-disabled') !== 'true' && presses < 12;
      presses += 1
    )
      await escalate(app);
    expect(presses).toBeGreaterThan(0);
    expect(await press('Escalate now')).toHaveAccessibleDescription(
      'Nobody is left to ask. Hand it over to a person, or page somebody by name.',
    );
    expect(await press('Acknowledge')).toBeEnabled();
  });

  test('given offline before an acknowledgement leaves the page with its holder, with a notice', async () => {
    const { app, lin, pageId } = await start();
    app.client.control.setNetwork(false);
    await app.settle();
    await app.user.click(await press('Escalate now'));
    await call(lin, 'acknowledgePage', { pageId });
    app.client.control.setNetwork(true);
    await arrive(app);
    await arrive(app);
    expect(await screen.findByText('The page was not escalated')).toBeVisible();
    expect(panel()).toHaveTextContent('By Lin');
  });
});

test('an unanswered page can’t be paged again after its incident has ended, with the reason', async () => {
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
