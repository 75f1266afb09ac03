import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { minute } from '#domain/constants.ts';
import type { Override } from '#domain/schedule/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { toDocument } from '#api/codec.ts';
import { call, declare } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { stage } from './stage.tsx';
import { teamId } from './small-team.ts';

const rail = () => screen.getByRole('navigation', { name: 'Main' });
const strip = () =>
  screen.getAllByRole('status', { hidden: true }).find((one) => /on call/.test(one.textContent));

/** A page that notifies the person on call. */
const declared = async (person: Awaited<ReturnType<Awaited<ReturnType<typeof stage>>['person']>>) =>
  person.client.functions.call('declareIncident', {
    teamId,
    commandId: person.client.docs.newId(),
    title: 'Checkout is down',
    severity: 'SEV1',
    serviceIds: ['payments'],
    private: false,
    alertId: null,
    page: [{ kind: 'policy', policyId: 'standard' }],
  });

describe('the frame', () => {
  it('marks the link of the current screen', async () => {
    const { go } = await stage({ as: 'Ada' });
    expect(within(rail()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Home');
    await go('/incidents');
    expect(within(rail()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Incidents');
    expect(document.title).toBe('Incidents · Muster');
    await go('/schedules/primary');
    expect(within(rail()).getByRole('link', { current: 'page' })).toHaveAccessibleName('On call');
  });

  it('shows a not-found message with a link home at an unknown address', async () => {
    const { user, path } = await stage({ as: 'Ada', path: '/incidents/nonsense' });
    await user.click(await screen.findByRole('link', { name: 'Go home' }));
    expect(path()).toBe('/t/demo/');
  });

  it('moves the focus into an opened screen and scrolls it to its top', async () => {
    const { user } = await stage({ as: 'Ada', path: '/incidents' });
    const content = screen.getByRole('main');
    await user.click(within(content).getAllByRole('link', { name: 'Declare incident' })[0] ?? content);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'What is broken?' })).toHaveFocus());
    content.scrollTop = 200;
    await user.tab();
    await user.click(within(rail()).getByRole('link', { name: /^Alerts/ }));
    expect(content.scrollTop).toBe(0);
    expect(document.body).not.toHaveFocus();
  });

  it('opens screens by two-key shortcuts', async () => {
    const { user, path } = await stage({ as: 'Ada' });
    await user.keyboard('go');
    expect(path()).toBe('/t/demo/oncall');
    await user.keyboard('gi');
    expect(path()).toBe('/t/demo/incidents');
  });

  it('opens the declare screen on c, and tells a viewer why the button is disabled', async () => {
    const ada = await stage({ as: 'Ada' });
    await ada.user.keyboard('c');
    expect(ada.path()).toBe('/t/demo/declare');
    ada.view.unmount();
    const vera = await stage({ as: 'Vera' });
    await vera.user.keyboard('c');
    expect(vera.path()).toBe('/t/demo/');
    const button = within(rail()).getByRole('button', { name: /Declare incident/ });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/Only responders may declare/);
  });

  it('counts live incidents, updated at once', async () => {
    const { person, settle } = await stage({ as: 'Vera' });
    expect(within(rail()).getByRole('link', { name: 'Incidents' })).toBeVisible();
    await declared(await person('Ada'));
    await settle();
    expect(await within(rail()).findByRole('link', { name: /^Incidents ?1$/ })).toBeVisible();
  });
});

describe('the live strip', () => {
  it('shows until when the user is on call, and changes with the time', async () => {
    const { advance, server, settle } = await stage({ as: 'Sam' });
    expect(strip()).toHaveTextContent(/^You are not on call; next for Primary from Mon 12 Jan/);
    const now = server.clock.now();
    const cover: Override = {
      id: 'cover',
      teamId,
      createdAt: now,
      createdBy: 'ada',
      revision: 1,
      scheduleId: 'primary',
      startsAt: now,
      endsAt: now + 5 * minute,
      userId: 'sam',
      insteadOf: null,
    };
    const path = documentPaths.override(teamId, cover.id);
    await server.docs.batch([{ type: 'set', path, data: toDocument(cover) }]);
    await settle();
    expect(strip()).toHaveTextContent(/^You are on call for Primary until \d\d:05/);
    await advance(6 * minute);
    expect(strip()).toHaveTextContent(/^You are not on call/);
  });

  it('shows in strip and title that a page waits for the user', async () => {
    const { person, settle } = await stage({ as: 'Ada', path: '/diagnostics' });
    await declared(await person('Sam'));
    await settle();
    expect(strip()).toHaveTextContent('1 page waits for you');
    expect(document.title).toBe('(1) Diagnostics · Muster');
  });

  it('shows in strip and title that a role is offered to the user', async () => {
    const { person, settle, user, path } = await stage({ as: 'Ada', path: '/diagnostics' });
    const sam = await person('Sam');
    const { incidentId } = await declare({ settle }, sam, {});
    for (const role of ['commander', 'scribe'] as const) {
      await call(sam, 'assignRole', { incidentId, role, userId: 'ada' });
      await settle();
      const expected =
        role === 'commander' ? 'You are asked to be commander of #1' : 'You are asked to take 2 roles';
      expect(strip()).toHaveTextContent(expected);
    }
    expect(document.title).toBe('(2) Diagnostics · Muster');
    expect(within(rail()).getByRole('link', { name: /^Home/ })).toHaveTextContent('2');
    await call(await person('Ada'), 'acceptRole', { incidentId, role: 'scribe', accept: false });
    await settle();
    await user.click(screen.getByRole('link', { name: 'You are asked to be commander of #1' }));
    expect(path()).toBe('/t/demo/incidents/1');
  });

  it('shows a low-urgency page without an alarm', async () => {
    const s = await stage({ as: 'Ada', path: '/diagnostics', seed: seedTeamWithSenders });
    await s.fire(complaint({ summary: 'Search is slow', severity: 'warning' }));
    await s.settle();
    expect(strip()).toHaveTextContent('1 low-urgency page waits for you');
    expect(document.title).toBe('(1) Diagnostics · Muster');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows a page of another member without an alarm', async () => {
    const { person, settle } = await stage({ as: 'Sam' });
    await declared(await person('Lin'));
    await settle();
    expect(strip()).toHaveTextContent('1 page waits for Ada Moreno');
    expect(screen.getByText('Nothing needs you now.')).toBeVisible();
    expect(document.title).toBe('Home · Muster');
  });
});

describe('banners', () => {
  it('an announcement shows when it is published and can be dismissed', async () => {
    const { publish, user } = await stage({ as: 'Ada' });
    await publish({ announcement: 'Maintenance tonight at ten.' });
    expect(await screen.findByText('Maintenance tonight at ten.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Maintenance tonight at ten.')).toBeNull();
    await publish({ announcement: 'Maintenance at eleven instead.' });
    expect(await screen.findByText('Maintenance at eleven instead.')).toBeVisible();
  });

  it('a lost connection shows a banner, which disappears when it is back', async () => {
    const { network } = await stage({ as: 'Ada' });
    expect(screen.queryByText(/No connection/)).toBeNull();
    await network(false);
    expect(await screen.findByText(/No connection to the backend/)).toBeVisible();
    await network(true);
    expect(screen.queryByText(/No connection/)).toBeNull();
  });

  it('the banner restores a network that was cut on purpose', async () => {
    const { network, user } = await stage({ as: 'Ada' });
    await network(false);
    await user.click(await screen.findByRole('button', { name: 'Restore the network' }));
    expect(screen.queryByText(/No connection/)).toBeNull();
  });
});

describe('an address with an action', () => {
  it('acknowledges the page, once, and leads to its room', async () => {
    const { person, settle, go, server, path } = await stage({ as: 'Ada' });
    const { pageIds } = (await declared(await person('Sam'))) as { pageIds: string[] };
    await settle();
    const [pageId = ''] = pageIds;
    await go(`/?page=${pageId}&do=acknowledge`);
    await settle();
    expect(path()).toBe('/t/demo/incidents/1');
    const page = await server.docs.get(documentPaths.page(teamId, pageId));
    expect(page.data).toMatchObject({ status: 'acknowledged' });
    expect(page.data?.['acknowledgements']).toHaveLength(1);
  });

  it('declines the page and confirms it', async () => {
    const { person, settle, go, server } = await stage({ as: 'Ada' });
    const { pageIds } = (await declared(await person('Sam'))) as { pageIds: string[] };
    await settle();
    const [pageId = ''] = pageIds;
    await go(`/?page=${pageId}&do=decline`);
    await settle();
    const page = await server.docs.get(documentPaths.page(teamId, pageId));
    expect(page.data).toMatchObject({ declined: [{ userId: 'ada', reason: '' }] });
    expect(screen.getByText('This page does not ask you again.')).toBeVisible();
  });
});

describe('human users', () => {
  it('are present in the realtime database while the app is open', async () => {
    const { server, view, settle } = await stage({ as: 'Ada' });
    const at = `presence/${teamId}/people/ada`;
    // The script that reports presence loads after the screen.
    await expect
      .poll(async () => {
        await settle();
        return Object.values((await server.realtime.get(at)) ?? {});
      })
      .toEqual([{ human: true, connectionId: expect.any(String) as string }]);
    view.unmount();
    await settle();
    expect(await server.realtime.get(at)).toBeNull();
  });
});

describe('traces', () => {
  it('the load of the first screen is measured, once', async () => {
    const { client, go } = await stage({ as: 'Ada', path: '/oncall' });
    await go('/me');
    const seen: string[][] = [];
    const end = client.performance.watchRecords((records) =>
      seen.push(
        records.filter(({ name }) => name === 'load').map(({ attributes }) => attributes['screen'] ?? ''),
      ),
    );
    await Promise.resolve();
    await new Promise(process.nextTick);
    end();
    expect(seen.flat()).toEqual(['oncall']);
  });
});
