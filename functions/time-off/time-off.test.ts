import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, limits } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { type TimeOff, timeOffNoteSchema, timeOffSchema } from '#domain/time-off/schema.ts';
import type { CommandInput } from '#api/commands.ts';
import type { OwnDataPage } from '#api/reads.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
type Content = Omit<CommandInput<'saveTimeOff'>, 'teamId' | 'commandId'>;
const leave = (more: Partial<Content> = {}): Content => ({
  timeOffId: 'leave',
  userId: 'tom',
  startsAt: now() + day,
  endsAt: now() + 3 * day,
  allDayIn: null,
  note: 'Dentist',
  ...more,
});
const save = (who: string, more: Partial<Content> = {}) => stage.call(who, 'saveTimeOff', leave(more));
const remove = (who: string, timeOffId = 'leave', userId = 'tom') =>
  stage.call(who, 'removeTimeOff', { timeOffId, userId });
const stored = () => stage.get(timeOffSchema, documentPaths.timeOff(teamId, 'leave'));
const notes = () => stage.all(timeOffNoteSchema, collectionPaths.timeOffNotes(teamId));
/** Time off without the demonstration's own. */
const entries = async () =>
  (await stage.all(timeOffSchema, collectionPaths.timeOff(teamId))).filter(({ id }) => id !== 'diego-away');
const refusal = async (call: Promise<unknown>) => (await errorOf(call)).error;
const byId = (id: string) => ({ timeOffId: id });

describe('time off', () => {
  test('can be written by a viewer for themselves, with a note in a document of its own', async () => {
    await save('tom');
    expect(await stored()).toMatchObject({ userId: 'tom', calendarId: null, createdBy: 'tom', revision: 1 });
    expect(JSON.stringify(await stored())).not.toContain('Dentist');
    expect(await notes()).toMatchObject([{ id: 'leave', userId: 'tom', note: 'Dentist' }]);
  });

  test('of others can be written and removed by admins only', async () => {
    expect(await refusal(save('tom', { userId: 'lena' }))).toMatchObject({ code: 'forbidden' });
    await save('jonas', { userId: 'lena' });
    expect(await refusal(remove('tom', 'leave', 'lena'))).toMatchObject({ code: 'forbidden' });
    await remove('jonas', 'leave', 'lena');
    expect([await entries(), await notes()]).toEqual([[], []]);
  });

  test('of another member can’t be reached with the caller’s own user id', async () => {
    await save('jonas', { userId: 'lena' });
    expect(await refusal(save('tom', { userId: 'tom' }))).toMatchObject({ code: 'not_found' });
    expect(await refusal(remove('tom'))).toMatchObject({ code: 'not_found' });
    expect((await stored()).userId).toBe('lena');
  });

  test('can be changed, and an emptied note is removed', async () => {
    await save('tom');
    const { revision } = await save('tom', { note: '', allDayIn: 'Europe/Berlin', expectedRevision: 1 });
    expect(revision).toBe(2);
    expect((await stored()).allDayIn).toBe('Europe/Berlin');
    expect(await notes()).toEqual([]);
    expect(await refusal(save('tom', { expectedRevision: 1 }))).toMatchObject({ code: 'conflict' });
  });

  test('removed meanwhile is not recreated by a change', async () => {
    await save('tom');
    await remove('tom');
    expect(await refusal(save('tom', { expectedRevision: 1 }))).toMatchObject({ code: 'conflict' });
    expect(await remove('tom')).toEqual({ revision: 1 });
  });

  test('that is over, ends before it starts or is too long is rejected with its field', async () => {
    const refused = [
      { startsAt: now() - 2 * day, endsAt: now() - day },
      { startsAt: now() + 2 * day, endsAt: now() + day },
      { endsAt: now() + (limits.timeOffDays + 2) * day },
    ];
    for (const span of refused)
      expect(await refusal(save('tom', span))).toMatchObject({ code: 'invalid', field: 'endsAt' });
    expect(await refusal(save('jonas', { userId: 'nobody' }))).toMatchObject({ field: 'userId' });
    expect(await entries()).toEqual([]);
  });

  test('is limited per person', async () => {
    await Promise.all(
      Array.from({ length: limits.timeOffPerPerson }, async (_, index) => {
        const id = `old-${index}`;
        const { timeOffId: __, note: ___, ...span } = leave();
        const base = { id, teamId, createdAt: now(), createdBy: 'tom', revision: 1, calendarId: null };
        await stage.save(documentPaths.timeOff(teamId, id), { ...base, ...span } satisfies TimeOff);
      }),
    );
    expect(await refusal(save('tom'))).toMatchObject({ code: 'invalid', field: 'timeOffId' });
  });

  test('of a calendar can’t be changed by hand', async () => {
    await save('tom');
    await stage.save(documentPaths.timeOff(teamId, 'leave'), { ...(await stored()), calendarId: 'cal' });
    expect(await refusal(save('tom'))).toMatchObject({ code: 'invalid', field: 'timeOffId' });
    expect(await refusal(remove('tom'))).toMatchObject({ code: 'invalid', field: 'timeOffId' });
  });

  test('ends with the membership and is listed as a holding', async () => {
    await save('tom');
    const { functions } = await stage.person('amara');
    const held = await functions.call('readHoldings', { teamId, userId: 'tom' });
    expect(held).toMatchObject({ holdings: [{ kind: 'time-off' }] });
    await stage.call('amara', 'removeMember', { userId: 'tom', replacementId: null });
    expect(await entries()).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  test('stays when its member becomes a viewer', async () => {
    await save('diego', { userId: 'diego' });
    await stage.call('amara', 'setMemberRole', { userId: 'diego', role: 'viewer', replacementId: 'lena' });
    expect((await stored()).userId).toBe('diego');
    const member = await stage.get(memberSchema, documentPaths.member(teamId, 'diego'));
    expect(member.role).toBe('viewer');
  });

  test('is in the own data with its note', async () => {
    await save('tom');
    const { functions } = await stage.person('tom');
    const read = (kind: 'time-off' | 'time-off-notes') =>
      functions.call<OwnDataPage>('readOwnData', { teamId, kind, after: null });
    expect((await read('time-off')).items).toMatchObject([{ id: 'leave' }]);
    expect((await read('time-off-notes')).items).toMatchObject([{ note: 'Dentist' }]);
  });

  test('is removed with its note long after it is over', async () => {
    await save('tom', { ...byId('early') });
    await save('tom', { ...byId('late'), startsAt: now() + 4 * day, endsAt: now() + 5 * day });
    await stage.cloud.advance((constants.endedTimeOffDays + 4) * day);
    await sweep(stage.server);
    expect((await notes()).map(({ id }) => id)).toEqual(['late']);
    expect((await entries()).map(({ id }) => id)).toEqual(['late']);
  });
});
