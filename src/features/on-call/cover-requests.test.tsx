/** Requests for cover: answers, home, and the calendar. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CoverRequest } from '#domain/cover/schema.ts';
import { overrideSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { CoverAsks } from '#src/features/home/cover-asks.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { OnCallScreen } from './on-call-screen.tsx';
import { asking, requests } from '#tests/app/cover-stage.tsx';

const onCallStage = (options: StageOptions = {}) =>
  stage({ as: 'Ada', path: '/oncall', screen: <OnCallScreen />, ...options });

const overrides = async ({ server }: AppStage) =>
  (await server.docs.find(query(collectionPaths.overrides(teamId)))).map((document) =>
    fromDocument(overrideSchema, document),
  );

const list = () => within(screen.getByRole('list', { name: 'Requests for cover' }));

describe('a request for cover', () => {
  const take = () => list().getByRole('button', { name: /^Take it: Primary/ });

  test('is taken by an asked member, and given back with Undo', async () => {
    const app = await onCallStage({ as: 'Sam', seed: asking() });
    expect(list().getByText(/^Ada Moreno asks for cover of Primary, Wed 7 Jan/)).toBeVisible();
    expect(list().getByText('School play')).toBeVisible();
    await app.user.click(take());
    await app.settle();
    expect(list().getByText(/^You cover Ada Moreno on Primary/)).toBeVisible();
    expect(await overrides(app)).toMatchObject([{ userId: 'sam', insteadOf: 'ada' }]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await overrides(app)).toEqual([]));
  });

  test('for named members is not offered to others', async () => {
    await onCallStage({ as: 'Sam', seed: asking({ asked: ['lin'] }) });
    expect(screen.queryByRole('list', { name: 'Requests for cover' })).toBeNull();
  });

  test('is assigned by an admin to a named member, and taken back with Undo; other members can’t assign', async () => {
    const app = await onCallStage({ as: 'Lin', seed: asking({ asked: ['lin'] }) });
    await app.user.click(list().getByRole('button', { name: /^Give to: Primary/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: /Sam/ }));
    await waitFor(async () =>
      expect(await overrides(app)).toMatchObject([{ userId: 'sam', insteadOf: 'ada' }]),
    );
    expect(await screen.findByText(/covers Primary, Wed 7 Jan/)).toBeVisible();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await overrides(app)).toEqual([]));
    app.view.unmount();
    await onCallStage({ as: 'Sam', seed: asking() });
    expect(list().queryByRole('button', { name: /^Give to/ })).toBeNull();
  });

  test('is given back by its taker, with Undo', async () => {
    const app = await onCallStage({ as: 'Sam', seed: asking() });
    await app.user.click(take());
    await app.settle();
    await app.user.click(list().getByRole('button', { name: /^Give back/ }));
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ status: 'open' }]));
    expect(await screen.findByText(/^The shift is given back/)).toBeVisible();
    const undo = screen.getAllByRole('button', { name: 'Undo' });
    await app.user.click(undo[0] as HTMLElement);
    await waitFor(async () => expect(await requests(app)).toMatchObject([{ takerId: 'sam' }]));
  });

  test('of the reader names the taker, and is cancelled and requested again', async () => {
    const app = await onCallStage({ seed: asking() });
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
    const app = await onCallStage({ as: 'Sam', seed: asking() });
    await app.network(false);
    await app.user.click(take());
    await app.settle();
    expect(take()).toHaveTextContent('Queued until you are online');
    await app.network(true);
    await waitFor(() => expect(list().getByText(/^You cover Ada Moreno/)).toBeVisible());
  });

  test('accepted offline after another member names the first taker', async () => {
    const app = await onCallStage({ as: 'Sam', seed: asking() });
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

describe('the home screen', () => {
  const home = (as: 'Sam' | 'Lin' | 'Vera' | 'Ada', more: Partial<CoverRequest> = {}) =>
    stage({ as, screen: <CoverAsks />, seed: asking(more) });

  test('offers a request to the asked members', async () => {
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
  ] as const)('offers no request to %s', async (_, as, more) => {
    const app = await home(as, more as Partial<CoverRequest>);
    await app.settle();
    expect(screen.queryByText(/asks for cover/)).toBeNull();
  });
});

describe('the calendar of a schedule', () => {
  const calendar = (seed: StageOptions['seed']) =>
    stage({ as: 'Lin', screen: <ScheduleScreen scheduleId="primary" />, ...(seed && { seed }) });

  test('outlines the time of a request, and names the person covered by an override', async () => {
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

  test('shows both in the list of days of a phone', async () => {
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
