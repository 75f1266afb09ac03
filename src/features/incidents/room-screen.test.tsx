import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { button, composer, room, stored, timeline } from '#tests/app/room.tsx';
import { RoomScreen } from './room-screen.tsx';

function Lobby() {
  const [entered, enter] = useState(false);
  if (entered) return <RoomScreen number={1} />;
  return (
    <button type="button" onClick={() => enter(true)}>
      Enter
    </button>
  );
}

describe('the incident room', () => {
  test('shows title, severity, status, commander and what happened', async () => {
    await room('Ada');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Checkout answers with errors');
    expect(timeline()).toHaveTextContent('Lin Ødegård declared this incident as SEV2 Major');
    expect(screen.getByText('Payments')).toBeVisible();
  });

  test('shows a notice for an unknown incident', async () => {
    const app = await stage({ as: 'Sam', screen: <RoomScreen number={7} /> });
    await arrive(app);
    expect(screen.getByText('There is no incident #7')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All incidents' })).toHaveAttribute('href', '/incidents');
  });

  test('shows a notice while offline if never opened here, and opens on reconnect', async () => {
    const app = await stage({ as: 'Sam', screen: <Lobby /> });
    await declare(app, await app.person('Lin'));
    await app.network(false);
    await app.user.click(button('Enter'));
    await arrive(app);
    expect(screen.getByText('Incident #1: not seen on this device yet')).toBeVisible();
    await app.network(true);
    await arrive(app);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('#1 Checkout answers with errors');
  });
});

describe('the status', () => {
  test('changes in one press, with a timeline event', async () => {
    const { app, incidentId } = await room();
    await app.user.click(button('Investigate'));
    await arrive(app);
    expect((await stored(app, documentPaths.incident(teamId, incidentId))).data?.['status']).toBe(
      'investigating',
    );
    expect(timeline()).toHaveTextContent('Lin Ødegård changed the status from Triage to Investigating');
  });

  test('waits visibly while offline, and is sent afterwards', async () => {
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

  test('is disabled for viewers', async () => {
    await room('Sam');
    expect(button('Investigate')).toHaveAccessibleDescription(/Only the commander, operations or an admin/);
  });

  test('takes a note at resolving, and then shows the summary', async () => {
    const { app } = await room();
    await app.user.click(button('Resolve'));
    await app.user.type(screen.getByRole('textbox', { name: /What fixed it/ }), 'Rolled back');
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await arrive(app);
    expect(timeline()).toHaveTextContent('to Resolved: Rolled back');
    const story = screen.getByRole('region', { name: 'Summary' });
    expect(story).toHaveTextContent('Resolved after0 s');
    expect(story).toHaveTextContent('Lin Ødegård took part');
    expect(button(/Page someone/)).toHaveAccessibleDescription(/nobody is paged/);
  });
});

describe('roles', () => {
  test('are offered, and taken by the asked member', async () => {
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

test('the menu of a role offers the reader once, and no viewer', async () => {
  const { app } = await room('Ada');
  await app.user.click(button('Assign scribe'));
  await screen.findByRole('menuitem', { name: /Lin Ødegård/ });
  const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(offered.filter((text) => /Ada|yourself/u.test(text))).toHaveLength(1);
  expect(offered.filter((text) => text.includes('Vera'))).toEqual([]);
});

test('the menu of a role shows presence in the words of the people panel', async () => {
  const { app, incidentId } = await room('Ada');
  const sam = await app.person('Sam');
  await sam.client.realtime.set(realtimePaths.presence(teamId, incidentId, 'sam', 0), {
    ...{ userId: 'sam', connectionId: 'somewhere', doing: 'looking', seenAt: { '.sv': 'timestamp' } },
  });
  await arrive(app);
  await app.user.click(button('Assign scribe'));
  const item = async (name: RegExp) => (await screen.findByRole('menuitem', { name })).textContent;
  expect(await item(/Sam Osei/)).toMatch(/Here$/);
  // Lin declared the incident, and has closed the room.
  expect(await item(/Lin Ødegård/)).toMatch(/Away$/);
});

describe('people', () => {
  test('in the room are shown, also while typing', async () => {
    const { app, incidentId } = await room('Ada');
    const panel = () => screen.getByRole('region', { name: 'People' });
    expect(within(panel()).getByText('Ada Moreno')).toBeVisible();
    const sam = await app.person('Sam');
    await sam.client.realtime.set(realtimePaths.presence(teamId, incidentId, 'sam', 0), {
      userId: 'sam',
      connectionId: 'somewhere',
      doing: 'typing',
      seenAt: { '.sv': 'timestamp' },
    });
    await arrive(app);
    expect(within(panel()).getByText('Typing')).toBeVisible();
    expect(screen.getByText('Sam Osei is typing')).toBeVisible();
  });

  test('typing are shown to the others, until they stop', async () => {
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

describe('pages', () => {
  test('show the asked people and what happens next', async () => {
    const { app, lin, incidentId } = await room('Sam');
    await call(lin, 'page', {
      incidentId,
      whom: { kind: 'policy', policyId: 'standard' },
      summary: 'Come, please',
    });
    await arrive(app);
    const panel = screen.getByRole('region', { name: 'Pages' });
    expect(within(panel).getByText('Ada Moreno')).toBeVisible();
    expect(panel).toHaveTextContent('Escalates to Lin Ødegård in 5:00');
    await app.user.click(within(panel).getByRole('button', { name: 'Acknowledge' }));
    await arrive(app);
    expect(panel).toHaveTextContent('By Sam Osei');
    await app.user.click(within(panel).getByRole('button', { name: 'Hand over' }));
    const own = await screen.findByRole('menuitem', { name: /Sam Osei/ });
    expect(own).toHaveAttribute('aria-disabled', 'true');
    await app.user.click(screen.getByRole('menuitem', { name: /Lin Ødegård/ }));
    await arrive(app);
    expect(within(panel).getByText('Lin Ødegård')).toBeVisible();
    expect(within(panel).queryByText('By Sam Osei')).toBeNull();
  });
});
