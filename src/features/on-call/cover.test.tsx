import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import { reload } from '#tests/app/reload.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage, type StageOptions } from '#tests/app/stage.tsx';
import { OnCallScreen } from './on-call-screen.tsx';
import { eveningRequest, asking, requests, startsAt } from '#tests/app/cover-stage.tsx';

const primaryLayer = {
  ...{ name: 'Weekly', startsAt: Date.UTC(2026, 0, 5, 8), unit: 'week', every: 1 },
  restrictions: [],
};

const onCallStage = (options: StageOptions = {}) =>
  stage({ as: 'Ada', path: '/oncall', screen: <OnCallScreen />, ...options });

const list = () => within(screen.getByRole('list', { name: 'Requests for cover' }));

const dialog = () => within(screen.getByRole('dialog', { name: 'Ask for cover' }));

describe('cover', () => {
  test('of a whole shift is asked for in two presses, and undone', async () => {
    const app = await onCallStage();
    await app.user.click(screen.getAllByRole('link', { name: /^Ask for cover: Primary/ })[0] as HTMLElement);
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(await requests(app)).toMatchObject([
      { userId: 'ada', endsAt: Date.UTC(2026, 0, 12, 8), asked: null, status: 'open' },
    ]);
    expect(list().getByText(/^You ask everybody for cover of Primary, today/)).toBeVisible();
    expect(app.path()).toBe('/oncall');
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ status: 'cancelled' }]));
    expect(screen.queryByRole('list', { name: 'Requests for cover' })).toBeNull();
  });

  test('of a part is asked of some members, with a note', async () => {
    const app = await onCallStage({
      path: `/oncall?cover=ask&schedule=primary&from=${startsAt}&to=${eveningRequest.endsAt}`,
    });
    expect(dialog().getByLabelText(/^From/)).toHaveValue('2026-01-07T19:00');
    await app.user.click(dialog().getByRole('radio', { name: 'Some people' }));
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    expect(await dialog().findByText('Choose at least one person.')).toBeVisible();
    expect(await requests(app)).toEqual([]);
    await app.user.type(dialog().getByRole('combobox', { name: 'People' }), 'Sam{Enter}');
    await app.user.type(dialog().getByRole('textbox', { name: /^Note/ }), 'School play');
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(await requests(app)).toMatchObject([
      { startsAt, endsAt: eveningRequest.endsAt, asked: ['sam'], note: 'School play' },
    ]);
    expect(list().getByText(/^You ask Sam Osei for cover of Primary/)).toBeVisible();
  });

  test('is asked for by an admin for another member, and by no other role', async () => {
    const app = await onCallStage({ as: 'Lin' });
    await app.user.click(screen.getByRole('link', { name: 'Ask for cover' }));
    expect(dialog().getByText(/there is nothing to cover/)).toBeVisible();
    await app.user.click(dialog().getByRole('combobox', { name: 'Whose shift' }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno' }));
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(await requests(app)).toMatchObject([{ userId: 'ada', createdBy: 'lin' }]);
  });

  test('is asked for by responders for themselves alone, and not by viewers', async () => {
    const app = await onCallStage({ as: 'Sam', path: '/oncall?cover=ask' });
    expect(dialog().queryByRole('combobox', { name: 'Whose shift' })).toBeNull();
    app.view.unmount();
    await onCallStage({ as: 'Vera', path: '/oncall?cover=ask' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Ask for cover')).toBeNull();
  });

  const part = `/oncall?cover=ask&schedule=primary&from=${startsAt}&to=${eveningRequest.endsAt}`;
  const note = () => dialog().getByRole('textbox', { name: /^Note/ });

  test('that is rejected shows the reason at its field, and keeps the typed values', async () => {
    const app = await onCallStage({ path: '/oncall?cover=ask', seed: asking() });
    await app.user.type(note(), 'School play');
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    const shift = dialog().getByRole('combobox', { name: 'Shift' });
    await waitFor(() => expect(shift).toHaveAccessibleDescription(/Cover is asked for in this time already/));
    expect(shift).toBeInvalid();
    await waitFor(() => expect(shift).toHaveFocus());
    expect(note()).toHaveValue('School play');
    await app.user.click(dialog().getByRole('radio', { name: 'A part of it' }));
    expect(shift).toBeValid();
    const until = dialog().getByLabelText(/^Until/);
    fireEvent.change(until, { target: { value: '2026-01-20T09:00' } });
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await waitFor(() =>
      expect(dialog().getByLabelText(/^From/)).toHaveAccessibleDescription(/You are not on call for all of/),
    );
    expect(await requests(app)).toHaveLength(1);
  });

  test('with a missing time, or an end before the beginning, shows the fault at that field', async () => {
    const app = await onCallStage({ path: part });
    const [from, until] = [/^From/, /^Until/].map((name) => dialog().getByLabelText(name));
    fireEvent.change(from as HTMLElement, { target: { value: '' } });
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await waitFor(() => expect(from).toHaveAccessibleDescription('Fill in the date and the time.'));
    await waitFor(() => expect(from).toHaveFocus());
    fireEvent.change(from as HTMLElement, { target: { value: '2026-01-07T19:00' } });
    fireEvent.change(until as HTMLElement, { target: { value: '2026-01-07T18:00' } });
    await waitFor(() =>
      expect(until).toHaveAccessibleDescription('The end comes after the start. Choose a later end.'),
    );
    expect(await requests(app)).toEqual([]);
  });

  test('survives a reload as typed, separately for each shift, until sent', async () => {
    const app = await onCallStage({ path: part });
    await app.user.click(dialog().getByRole('radio', { name: 'Some people' }));
    await app.user.type(dialog().getByRole('combobox', { name: 'People' }), 'Sam{Enter}');
    await app.user.type(note(), 'School play');
    fireEvent.change(dialog().getByLabelText(/^From/), { target: { value: '2026-01-07T20:00' } });
    await app.user.keyboard('{Escape}');
    await app.user.click(screen.getAllByRole('link', { name: /^Ask for cover: Primary/ })[0] as HTMLElement);
    expect(note()).toHaveValue('');
    await app.user.keyboard('{Escape}');
    await app.go(part);
    await reload(app, <OnCallScreen />);
    expect(note()).toHaveValue('School play');
    expect(dialog().getByLabelText(/^From/)).toHaveValue('2026-01-07T20:00');
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(await requests(app)).toMatchObject([
      { startsAt: startsAt + hour, asked: ['sam'], note: 'School play' },
    ]);
    await reload(app, <OnCallScreen />);
    expect(note()).toHaveValue('');
  });

  test('of a shift removed meanwhile keeps the typed values, and needs another shift', async () => {
    const app = await onCallStage({ path: part });
    await app.user.type(note(), 'School play');
    await app.user.keyboard('{Escape}');
    await app.server.docs.batch([
      {
        type: 'update',
        path: documentPaths.schedule(teamId, 'primary'),
        changes: { layers: [{ ...primaryLayer, people: ['sam', 'ada'] }] },
      },
    ]);
    await app.settle();
    await app.go(part);
    expect(note()).toHaveValue('School play');
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await waitFor(() =>
      expect(dialog().getByRole('combobox', { name: 'Shift' })).toHaveAccessibleDescription(
        'Choose a shift.',
      ),
    );
    expect(await requests(app)).toEqual([]);
  });

  test('asked for offline is shown as queued, and sent on reconnect', async () => {
    const app = await onCallStage({ path: '/oncall?cover=ask' });
    await app.network(false);
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(list().getByText(/^Queued until you are online: You ask everybody/)).toBeVisible();
    await app.network(true);
    await waitFor(() => expect(list().queryByText(/Queued/)).toBeNull());
    expect(await requests(app)).toHaveLength(1);
  });
});
