/** Overrides on the screen of a schedule. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { overrideSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { pressButton } from '#tests/app/press-button.tsx';

const page = (as: PersonName = 'Ada', scheduleId = 'primary') =>
  stage({ as, path: `/schedules/${scheduleId}`, screen: <ScheduleScreen scheduleId={scheduleId} /> });

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

/** Shifts of the result, which is the lane on top. */
const rota = () => within(screen.getByRole('list', { name: 'Primary: on call' }));

const shifts = () => rota().getAllByRole('button');

const overrides = async (app: AppStage) =>
  (await app.server.docs.find(query(collectionPaths.overrides(teamId)))).flatMap(
    (found) => fromDocument(overrideSchema, found) ?? [],
  );

describe('taking a shift over', () => {
  test('takes three presses for now, and one more for Undo', async () => {
    const app = await page('Sam');
    await app.user.click(button('Take it now: Primary'));
    await app.user.click(screen.getByRole('radio', { name: '2 hours' }));
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Take over' }));
    await arrive(app);
    const [made] = await overrides(app);
    expect(made).toMatchObject({ userId: 'sam', insteadOf: null });
    expect((made?.endsAt ?? 0) - (made?.startsAt ?? 0)).toBe(2 * 3_600_000);
    expect(screen.getByText(/^You are on call until/)).toBeVisible();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(screen.getByText(/^Ada Moreno is on call until/)).toBeVisible();
  });

  test('works by keyboard: arrows move over shifts, Shift extends, Enter picks', async () => {
    const app = await page();
    shifts()[0]?.focus();
    await app.user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(shifts()[2]).toHaveFocus());
    expect(shifts().map((shift) => shift.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'true']);
    await app.user.keyboard('{Enter}');
    const opened = dialog(/^Take over/);
    expect(opened.getByLabelText(/^From/)).toHaveValue('2026-01-05T09:00');
    expect(opened.getByLabelText(/^Until/)).toHaveValue('2026-01-19T00:00');
    await app.user.click(opened.getByRole('combobox', { name: /^Who takes over/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno (you)' }));
    await app.user.click(opened.getByRole('combobox', { name: /^In place of/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Only Sam Osei' }));
    await app.user.click(opened.getByRole('button', { name: 'Take over' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ userId: 'ada', insteadOf: 'sam' }]);
  });

  test('works by dragging over the calendar, to the hour', async () => {
    const app = await page('Lin');
    const lane = screen.getByRole('list', { name: 'Primary: on call' });
    // 14 days of 100 pixels.
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    fireEvent.pointerDown(lane, { clientX: 801, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(lane, { clientX: 850, pointerType: 'mouse' });
    fireEvent.pointerUp(lane, { clientX: 899, pointerType: 'mouse' });
    const opened = dialog(/^Take over/);
    expect(opened.getByLabelText(/^From/)).toHaveValue('2026-01-13T00:00');
    expect(opened.getByLabelText(/^Until/)).toHaveValue('2026-01-14T00:00');
    await app.user.click(opened.getByRole('combobox', { name: /^Who takes over/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno' }));
    await app.user.click(opened.getByRole('button', { name: 'Put Ada Moreno on call' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ userId: 'ada', startsAt: Date.UTC(2026, 0, 12, 23) }]);
    expect(screen.getByRole('list', { name: 'Primary: overrides' })).toBeVisible();
  });

  test('does not start with a press without movement', async () => {
    await page();
    const lane = screen.getByRole('list', { name: 'Primary: on call' });
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    fireEvent.pointerDown(lane, { clientX: 801, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(lane, { clientX: 803, pointerType: 'mouse' });
    fireEvent.pointerUp(lane, { clientX: 803, pointerType: 'mouse' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is allowed to responders for themselves only', async () => {
    const app = await page('Sam');
    await app.user.click(shifts()[1] as HTMLElement);
    await app.user.click(dialog(/^Take over/).getByRole('combobox', { name: /^Who takes over/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Sam Osei (you)',
    ]);
  });

  test('in the past is rejected in the dialog, which stays', async () => {
    const app = await page();
    await app.user.click(shifts()[0] as HTMLElement);
    const opened = dialog(/^Take over/);
    await app.user.click(opened.getByRole('button', { name: 'Take over' }));
    const until = opened.getByLabelText(/^Until/);
    await waitFor(() => expect(until).toHaveAccessibleDescription(/^This time is over already\./));
    await waitFor(() => expect(until).toHaveFocus());
    expect(await overrides(app)).toEqual([]);
  });

  test('keeps typed values after leaving the screen, until Cancel', async () => {
    const app = await page();
    await app.user.click(shifts()[1] as HTMLElement);
    fireEvent.change(dialog(/^Take over/).getByLabelText(/^Until/), {
      target: { value: '2026-01-13T10:00' },
    });
    await reload(app, <ScheduleScreen scheduleId="primary" />);
    await app.user.click(shifts()[0] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).not.toHaveValue('2026-01-13T10:00');
    await app.user.keyboard('{Escape}');
    await app.user.click(shifts()[1] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).toHaveValue('2026-01-13T10:00');
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Cancel' }));
    await app.user.click(shifts()[1] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).not.toHaveValue('2026-01-13T10:00');
  });

  test('rejected by the server shows the reason at its field, which has the focus', async () => {
    const app = await page('Sam');
    await app.user.click(shifts()[1] as HTMLElement);
    const until = dialog(/^Take over/).getByLabelText(/^Until/);
    fireEvent.change(until, { target: { value: '2030-01-13T10:00' } });
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Take over' }));
    await arrive(app);
    await waitFor(() => expect(until).toHaveAccessibleDescription(/An override lasts at most/));
    await waitFor(() => expect(until).toHaveFocus());
    expect(await overrides(app)).toEqual([]);
  });

  test('an override is removed, and restored with Undo', async () => {
    const app = await page();
    const startsAt = app.server.clock.now() + day;
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(await app.person('Sam'), 'createOverride', { ...asked, overrideId: 'swap', userId: 'sam' });
    await arrive(app);
    await pressButton(app, /^Sam Osei takes over/);
    await app.user.click(dialog('Override of “Primary”').getByRole('button', { name: 'Take back' }));
    await arrive(app);
    expect(await overrides(app)).toEqual([]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ ...asked, userId: 'sam' }]);
  });

  test('an override is moved by dragging, and back with Undo', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    const lane = screen.getByRole('list', { name: 'Primary: overrides' });
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    const block = button(/^Lin Ødegård takes over/);
    fireEvent.pointerDown(block, { clientX: 800, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(block, { clientX: 1_001, pointerType: 'mouse' });
    expect(block).toHaveAccessibleName(/Wed 14 Jan 09:00 to Thu 15 Jan 09:00$/);
    fireEvent.pointerUp(block, { clientX: 1_001, pointerType: 'mouse' });
    fireEvent.click(block);
    await arrive(app);
    expect(screen.queryByRole('dialog', { name: /^Override of/ })).toBeNull();
    expect(await overrides(app)).toMatchObject([
      { startsAt: startsAt + 2 * day, endsAt: startsAt + 3 * day },
    ]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ startsAt, endsAt: startsAt + day }]);
  });

  test('the end of an override is changed by fields', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    await pressButton(app, /^Lin Ødegård takes over/);
    const opened = dialog('Override of “Primary”');
    fireEvent.change(opened.getByLabelText('Until'), { target: { value: '2026-01-11T09:00' } });
    await app.user.click(opened.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(opened.getByLabelText('Until')).toHaveAccessibleDescription(/^The end comes after the start\./),
    );
    fireEvent.change(opened.getByLabelText('Until'), { target: { value: '2026-01-14T09:00' } });
    await app.user.click(opened.getByRole('button', { name: 'Save' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ startsAt, endsAt: startsAt + 2 * day }]);
  });

  test('a typed end of an override survives leaving the screen, unless the override was moved', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    const until = async () => {
      await pressButton(app, /^Lin Ødegård takes over/);
      return dialog('Override of “Primary”').getByLabelText('Until');
    };
    fireEvent.change(await until(), { target: { value: '2026-01-14T09:00' } });
    await reload(app, <ScheduleScreen scheduleId="primary" />);
    expect(await until()).toHaveValue('2026-01-14T09:00');
    await app.user.keyboard('{Escape}');
    await call(app, 'moveOverride', { overrideId: 'swap', startsAt, endsAt: startsAt + 3 * day });
    await arrive(app);
    expect(await until()).toHaveValue('2026-01-15T09:00');
  });

  test('is disabled for viewers, with the reason', async () => {
    await page('Vera');
    expect(button('Take it now: Primary')).toHaveAccessibleDescription(/^Only responders may/);
    expect(button('Edit')).toHaveAccessibleDescription(/^Only admins may/);
  });
});
