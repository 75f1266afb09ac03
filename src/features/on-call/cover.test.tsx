import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { type CoverRequest, coverRequestSchema } from '#domain/cover/schema.ts';
import { overrideSchema } from '#domain/schedule/schema.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { CoverAsks } from '#src/features/home/cover-asks.tsx';
import { reload } from '#tests/app/reload.tsx';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { OnCallScreen } from './on-call-screen.tsx';

/** Ada is on call until Mon 12 Jan 08:00, then Sam. She asks for cover of Wednesday evening. */
const startsAt = Date.UTC(2026, 0, 7, 18);
const evening: CoverRequest = {
  ...{ id: 'play', teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'ada', revision: 1 },
  ...{ scheduleId: 'primary', userId: 'ada', startsAt, endsAt: startsAt + 4 * hour },
  ...{ asked: null, note: 'School play', status: 'open', takerId: null, takenAt: null },
  ...{ overrideId: null, dueAt: startsAt + 4 * hour, expiry: null },
};
const primaryLayer = {
  ...{ name: 'Weekly', startsAt: Date.UTC(2026, 0, 5, 8), unit: 'week', every: 1 },
  restrictions: [],
};
const asking =
  (more: Partial<CoverRequest> = {}) =>
  async (server: ServerPorts) => {
    await seedSmallTeam(server);
    await server.docs.batch([
      {
        type: 'set',
        path: documentPaths.coverRequest(teamId, 'play'),
        data: toDocument({ ...evening, ...more }),
      },
    ]);
  };
const onCall = (options: StageOptions = {}) =>
  stage({ as: 'Ada', path: '/oncall', screen: <OnCallScreen />, ...options });
const requests = async ({ server }: AppStage) =>
  (await server.docs.find(query(collectionPaths.coverRequests(teamId)))).map((document) =>
    fromDocument(coverRequestSchema, document),
  );
const overrides = async ({ server }: AppStage) =>
  (await server.docs.find(query(collectionPaths.overrides(teamId)))).map((document) =>
    fromDocument(overrideSchema, document),
  );
const list = () => within(screen.getByRole('list', { name: 'Requests for cover' }));
const dialog = () => within(screen.getByRole('dialog', { name: 'Ask for cover' }));

describe('cover', () => {
  test('of a whole shift is asked for in two presses, and undone', async () => {
    const app = await onCall();
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

  test('of a part is asked of some, with a note', async () => {
    const app = await onCall({
      path: `/oncall?cover=ask&schedule=primary&from=${startsAt}&to=${evening.endsAt}`,
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
      { startsAt, endsAt: evening.endsAt, asked: ['sam'], note: 'School play' },
    ]);
    expect(list().getByText(/^You ask Sam Osei for cover of Primary/)).toBeVisible();
  });

  test('is asked for by an admin for somebody else, by nobody else', async () => {
    const app = await onCall({ as: 'Lin' });
    await app.user.click(screen.getByRole('link', { name: 'Ask for cover' }));
    expect(dialog().getByText(/there is nothing to cover/)).toBeVisible();
    await app.user.click(dialog().getByRole('combobox', { name: 'Whose shift' }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno' }));
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(await requests(app)).toMatchObject([{ userId: 'ada', createdBy: 'lin' }]);
  });

  test('is asked for oneself alone by responders, and not by viewers', async () => {
    const app = await onCall({ as: 'Sam', path: '/oncall?cover=ask' });
    expect(dialog().queryByRole('combobox', { name: 'Whose shift' })).toBeNull();
    app.view.unmount();
    await onCall({ as: 'Vera', path: '/oncall?cover=ask' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Ask for cover')).toBeNull();
  });

  const part = `/oncall?cover=ask&schedule=primary&from=${startsAt}&to=${evening.endsAt}`;
  const note = () => dialog().getByRole('textbox', { name: /^Note/ });

  test('that is refused says why at its field, and keeps what was typed', async () => {
    const app = await onCall({ path: '/oncall?cover=ask', seed: asking() });
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

  test('with a time that is missing, or ends before it begins, says so at that field', async () => {
    const app = await onCall({ path: part });
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

  test('survives a reload as it was typed, of each shift by itself, until it is sent', async () => {
    const app = await onCall({ path: part });
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

  test('of a shift that is gone meanwhile keeps what was typed, and asks for another', async () => {
    const app = await onCall({ path: part });
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

  test('asked for offline is shown as queued, and asked for when the connection is back', async () => {
    const app = await onCall({ path: '/oncall?cover=ask' });
    await app.network(false);
    await app.user.click(dialog().getByRole('button', { name: 'Ask for cover' }));
    await app.settle();
    expect(list().getByText(/^Queued until you are online: You ask everybody/)).toBeVisible();
    await app.network(true);
    await waitFor(() => expect(list().queryByText(/Queued/)).toBeNull());
    expect(await requests(app)).toHaveLength(1);
  });
});

describe('a request', () => {
  const take = () => list().getByRole('button', { name: /^Take it: Primary/ });

  test('is taken by somebody who is asked, and given back by undo', async () => {
    const app = await onCall({ as: 'Sam', seed: asking() });
    expect(list().getByText(/^Ada Moreno asks for cover of Primary, Wed 7 Jan/)).toBeVisible();
    expect(list().getByText('School play')).toBeVisible();
    await app.user.click(take());
    await app.settle();
    expect(list().getByText(/^You cover Ada Moreno on Primary/)).toBeVisible();
    expect(await overrides(app)).toMatchObject([{ userId: 'sam', insteadOf: 'ada' }]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await overrides(app)).toEqual([]));
  });

  test('that asks others by name is not offered', async () => {
    await onCall({ as: 'Sam', seed: asking({ asked: ['lin'] }) });
    expect(screen.queryByRole('list', { name: 'Requests for cover' })).toBeNull();
  });

  test('is given by an admin to who they name, and taken back by undo; nobody else can', async () => {
    const app = await onCall({ as: 'Lin', seed: asking({ asked: ['lin'] }) });
    await app.user.click(list().getByRole('button', { name: /^Give to: Primary/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: /Sam/ }));
    await waitFor(async () =>
      expect(await overrides(app)).toMatchObject([{ userId: 'sam', insteadOf: 'ada' }]),
    );
    expect(await screen.findByText(/covers Primary, Wed 7 Jan/)).toBeVisible();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await overrides(app)).toEqual([]));
    app.view.unmount();
    await onCall({ as: 'Sam', seed: asking() });
    expect(list().queryByRole('button', { name: /^Give to/ })).toBeNull();
  });

  test('is given back by its taker, who may take that back', async () => {
    const app = await onCall({ as: 'Sam', seed: asking() });
    await app.user.click(take());
    await app.settle();
    await app.user.click(list().getByRole('button', { name: /^Give back/ }));
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ status: 'open' }]));
    expect(await screen.findByText(/^The shift is given back/)).toBeVisible();
    const undo = screen.getAllByRole('button', { name: 'Undo' });
    await app.user.click(undo[0] as HTMLElement);
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ takerId: 'sam' }]));
  });

  test('of one’s own says who takes it, and is cancelled and asked for again', async () => {
    const app = await onCall({ seed: asking() });
    await app.user.click(list().getByRole('button', { name: /^Cancel: Primary/ }));
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ status: 'cancelled' }]));
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(list().getByText(/^You ask everybody/)).toBeVisible());
    const sam = await app.person('Sam');
    const open = (await requests(app)).find((one) => one?.status === 'open');
    await sam.client.functions.call('takeCover', {
      ...{ teamId, commandId: 'c-sam', requestId: open?.id, userId: 'sam' },
    });
    await app.settle();
    expect(list().getByText(/^Sam Osei covers you on Primary/)).toBeVisible();
  });

  test('accepted offline is queued, and done when the connection is back', async () => {
    const app = await onCall({ as: 'Sam', seed: asking() });
    await app.network(false);
    await app.user.click(take());
    await app.settle();
    expect(take()).toHaveTextContent('Queued until you are online');
    await app.network(true);
    await waitFor(() => expect(list().getByText(/^You cover Ada Moreno/)).toBeVisible());
  });

  test('accepted offline after somebody else says who was first', async () => {
    const app = await onCall({ as: 'Sam', seed: asking() });
    const lin = await app.person('Lin');
    await app.network(false);
    await app.user.click(take());
    await lin.client.functions.call('takeCover', {
      ...{ teamId, commandId: 'c-lin', requestId: 'play', userId: 'lin' },
    });
    await app.network(true);
    expect(await screen.findByText('Lin Ødegård was first and takes it.')).toBeVisible();
    expect(await requests(app)).toMatchObject([{ takerId: 'lin' }]);
  });
});

describe('home', () => {
  const home = (as: 'Sam' | 'Lin' | 'Vera' | 'Ada', more: Partial<CoverRequest> = {}) =>
    stage({ as, screen: <CoverAsks />, seed: asking(more) });

  test('offers a request to those who are asked', async () => {
    const app = await home('Sam');
    await app.user.click(await screen.findByRole('button', { name: /^Take it: Primary, Wed 7 Jan/ }));
    await app.settle();
    expect(await requests(app)).toMatchObject([{ status: 'taken', takerId: 'sam' }]);
    expect(screen.queryByText('School play')).toBeNull();
  });

  test.each([
    ['its own person', 'Ada', {}],
    ['a viewer', 'Vera', {}],
    ['an admin who is not asked', 'Lin', { asked: ['sam'] }],
  ] as const)('offers none to %s', async (_, as, more) => {
    const app = await home(as, more as Partial<CoverRequest>);
    await app.settle();
    expect(screen.queryByText(/asks for cover/)).toBeNull();
  });
});

describe('the calendar of a schedule', () => {
  const calendar = (seed: StageOptions['seed']) =>
    stage({ as: 'Lin', screen: <ScheduleScreen scheduleId="primary" />, ...(seed && { seed }) });

  test('outlines what cover is asked for, and names whom an override covers', async () => {
    const app = await calendar(asking());
    const lane = within(await screen.findByRole('list', { name: 'Primary: cover asked for' }));
    expect(lane.getByText(/^Ada Moreno asks for cover, Wed 7 Jan 19:00/)).toBeInTheDocument();
    const sam = await app.person('Sam');
    await sam.client.functions.call('takeCover', {
      ...{ teamId, commandId: 'c-sam', requestId: 'play', userId: 'sam' },
    });
    await app.settle();
    expect(screen.queryByRole('list', { name: 'Primary: cover asked for' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Sam Osei covers Ada Moreno/ })).toBeVisible();
  });

  test('says both in the list of days of a phone', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
    const app = await calendar(asking());
    const days = within(await screen.findByRole('list', { name: 'Primary: day by day' }));
    expect(await days.findByText('cover asked for, 19:00 to 23:00')).toBeVisible();
    const sam = await app.person('Sam');
    await sam.client.functions.call('takeCover', {
      ...{ teamId, commandId: 'c-sam', requestId: 'play', userId: 'sam' },
    });
    await app.settle();
    expect(days.getByText('covers Ada Moreno')).toBeVisible();
  });
});
