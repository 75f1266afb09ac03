/** Overrides of schedules, and members who leave. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, limits } from '#domain/constants.ts';
import { toDocument } from '#api/codec.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { nightsSchedule } from './schedules.fixture.ts';

let stage: FunctionsStage;

beforeEach(async () => {
  stage = await FunctionsStage.open();
});

afterEach(() => stage.close());

const hour = 3_600_000;

const now = () => stage.server.clock.now();

const stored = (id = 'nights') => stage.get(scheduleSchema, documentPaths.schedule(teamId, id));

const overrides = () => stage.all(overrideSchema, collectionPaths.overrides(teamId));

const refusal = async (call: Promise<unknown>) => (await errorOf(call)).error;

describe('an override', () => {
  const asked = (more: object = {}) => ({
    overrideId: 'mine',
    scheduleId: 'shop',
    startsAt: now(),
    endsAt: now() + 2 * hour,
    userId: 'lena',
    insteadOf: null,
    ...more,
  });
  const mine = () => stage.get(overrideSchema, documentPaths.override(teamId, 'mine'));
  const onCall = async () => onCallAt(await stored('shop'), await overrides(), now());

  test('puts its person on call at once until it ends', async () => {
    await stage.call('lena', 'createOverride', asked());
    expect(await onCall()).toBe('lena');
    await stage.cloud.advance(2 * hour);
    expect(await onCall()).not.toBe('lena');
  });

  test.each([
    ['lena', 'lena', 'done'],
    ['lena', 'kwame', 'forbidden'],
    ['jonas', 'kwame', 'done'],
    ['tom', 'tom', 'forbidden'],
    ['jonas', 'tom', 'invalid'],
    ['jonas', 'gone', 'invalid'],
  ])('by %s for %s is %s', async (who, userId, answer) => {
    const call = stage.call(who, 'createOverride', asked({ userId }));
    const told = await call.then(
      () => 'done',
      async () => (await errorOf(call)).error?.code,
    );
    expect(told).toBe(answer);
    expect((await overrides()).some(({ id }) => id === 'mine')).toBe(answer === 'done');
  });

  test('can’t begin in the past and lasts at most 90 days', async () => {
    await stage.call('lena', 'createOverride', asked({ startsAt: now() - 5 * day }));
    expect((await mine()).startsAt).toBe(now());
    const long = asked({ overrideId: 'long', endsAt: now() + 91 * day });
    expect(await refusal(stage.call('lena', 'createOverride', long))).toMatchObject({ field: 'endsAt' });
    const over = asked({ overrideId: 'over', startsAt: 0, endsAt: 1 });
    expect(await refusal(stage.call('lena', 'createOverride', over))).toMatchObject({ field: 'endsAt' });
  });

  test('in place of a person without a turn is rejected', async () => {
    const holder = (await onCall()) ?? '';
    const other = asked({ insteadOf: 'kwame' });
    expect(await refusal(stage.call('lena', 'createOverride', other))).toMatchObject({ field: 'insteadOf' });
    await stage.call('lena', 'createOverride', asked({ insteadOf: holder }));
    expect(await onCall()).toBe('lena');
    const late = asked({ overrideId: 'late', userId: 'kwame', insteadOf: holder });
    expect(await refusal(stage.call('kwame', 'createOverride', late))).toMatchObject({ field: 'insteadOf' });
  });

  test('of a missing schedule or with a taken id is rejected', async () => {
    const gone = asked({ scheduleId: 'gone' });
    expect(await refusal(stage.call('lena', 'createOverride', gone))).toMatchObject({ code: 'not_found' });
    const taken = asked({ overrideId: 'saturday-cover' });
    expect(await refusal(stage.call('lena', 'createOverride', taken))).toMatchObject({ code: 'conflict' });
  });

  /** Overrides of the schedule as many as it can have, all of them to come. */
  const fill = async (count: number = limits.overridesPerSchedule) => {
    await stage.call('lena', 'createOverride', asked({ startsAt: now() + day, endsAt: now() + 2 * day }));
    const first = await mine();
    for (let from = 1; from < count; from += 200)
      await stage.server.docs.batch(
        Array.from({ length: Math.min(200, count - from) }, (_, index) => {
          const id = `filling-${from + index}`;
          return {
            type: 'set' as const,
            path: documentPaths.override(teamId, id),
            data: toDocument({ ...first, id }),
          };
        }),
      );
  };
  const ofShop = async () =>
    (await overrides()).filter((one) => one.scheduleId === 'shop').map(({ id }) => id);

  test('is rejected if the schedule has the maximum', async () => {
    await fill(limits.overridesPerSchedule - (await ofShop()).length);
    const before = stage.stored();
    expect(
      await refusal(stage.call('lena', 'createOverride', asked({ overrideId: 'beyond' }))),
    ).toMatchObject({
      code: 'limit_reached',
      limit: limits.overridesPerSchedule,
      message: expect.stringContaining('Remove one'),
    });
    expect(stage.stored()).toBe(before);
    await stage.call('jonas', 'saveSchedule', nightsSchedule);
    await stage.call('lena', 'createOverride', asked({ overrideId: 'beyond', scheduleId: 'nights' }));
    await stage.call('lena', 'removeOverride', { overrideId: 'mine' });
    await stage.call('lena', 'createOverride', asked());
    expect(await ofShop()).toHaveLength(limits.overridesPerSchedule);
  });

  test('replaces the oldest past one if the schedule has the maximum', async () => {
    await fill(limits.overridesPerSchedule - (await ofShop()).length);
    const first = await stage.get(overrideSchema, documentPaths.override(teamId, 'filling-1'));
    for (const [id, hours] of [
      ['filling-1', 1],
      ['filling-2', 2],
    ] as const) {
      const span = { startsAt: now() - (hours + 1) * hour, endsAt: now() - hours * hour };
      await stage.save(documentPaths.override(teamId, id), { ...first, id, ...span });
    }
    await stage.call('lena', 'createOverride', asked({ overrideId: 'beyond' }));
    const after = await ofShop();
    expect(after).toHaveLength(limits.overridesPerSchedule);
    expect(after).toContain('beyond');
    expect(after).toContain('filling-1');
    expect(after).not.toContain('filling-2');
  });

  test('of a removed schedule is removed, however many there are', async () => {
    await stage.call('jonas', 'saveSchedule', nightsSchedule);
    await fill();
    const all = await stage.all(overrideSchema, collectionPaths.overrides(teamId));
    await stage.server.docs.batch(
      all.slice(0, 390).map((one) => ({
        type: 'set' as const,
        path: documentPaths.override(teamId, one.id),
        data: toDocument({ ...one, scheduleId: 'nights' }),
      })),
    );
    await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
    expect((await overrides()).filter((one) => one.scheduleId === 'nights')).toEqual([]);
  });

  test('is removed if it is in the future, ended now if it runs, and kept if it is over', async () => {
    await stage.call('lena', 'createOverride', asked({ startsAt: now() + hour }));
    await stage.call('lena', 'removeOverride', { overrideId: 'mine' });
    expect(await overrides()).toHaveLength(1);

    await stage.call('lena', 'createOverride', asked());
    await stage.cloud.advance(hour);
    const other = stage.call('kwame', 'removeOverride', { overrideId: 'mine' });
    expect(await refusal(other)).toMatchObject({ code: 'forbidden' });
    const { revision } = await mine();
    const ended = await stage.call('jonas', 'removeOverride', { overrideId: 'mine' });
    expect((await mine()).endsAt).toBe(now());
    expect([ended, (await mine()).revision]).toEqual([{ revision: revision + 1 }, revision + 1]);
    const again = stage.call('lena', 'removeOverride', { overrideId: 'mine' });
    expect(await refusal(again)).toMatchObject({ code: 'invalid', field: 'overrideId' });
  });
});

test('an override can be moved by its person and by admins, up to 90 days', async () => {
  const span = { startsAt: now() + hour, endsAt: now() + 3 * hour };
  const asked = { overrideId: 'mine', scheduleId: 'shop', userId: 'lena', insteadOf: null, ...span };
  await stage.call('lena', 'createOverride', asked);
  const later = { overrideId: 'mine', startsAt: now() + 2 * hour, endsAt: now() + day };
  expect(await refusal(stage.call('kwame', 'moveOverride', later))).toMatchObject({ code: 'forbidden' });
  expect(await stage.call('lena', 'moveOverride', later)).toEqual({ revision: 2 });
  const path = documentPaths.override(teamId, 'mine');
  expect(await stage.get(overrideSchema, path)).toMatchObject({
    id: 'mine',
    startsAt: later.startsAt,
    endsAt: later.endsAt,
  });
  const long = { ...later, endsAt: now() + 100 * day };
  expect(await refusal(stage.call('jonas', 'moveOverride', long))).toMatchObject({ field: 'endsAt' });
  const gone = stage.call('jonas', 'moveOverride', { ...later, overrideId: 'gone' });
  expect(await refusal(gone)).toMatchObject({ code: 'not_found' });
});

describe('a removed member', () => {
  test('is replaced in layers and future overrides, and past ones stay', async () => {
    const before = await stored('shop');
    await stage.call('jonas', 'createOverride', {
      overrideId: 'running',
      scheduleId: 'platform',
      startsAt: now(),
      endsAt: now() + 2 * hour,
      userId: 'diego',
      insteadOf: null,
    });
    await stage.cloud.advance(hour);
    const at = now();
    await stage.call('amara', 'removeMember', { userId: 'diego', replacementId: 'kwame' });
    const after = await stored('shop');
    for (let back = 1; back < 60; back += 7)
      expect(onCallAt(after, [], at - back * day)).toBe(onCallAt(before, [], at - back * day));
    for (let ahead = 1; ahead < 60; ahead += 7) {
      const was = onCallAt(before, [], at + ahead * day);
      expect(onCallAt(after, [], at + ahead * day)).toBe(was === 'diego' ? 'kwame' : was);
    }
    const platform = await stored('platform');
    const all = await overrides();
    expect(onCallAt(platform, all, at - 1)).toBe('diego');
    expect(onCallAt(platform, all, at)).toBe('kwame');
  });

  test('needs a successor for turns, and keeps the service they own', async () => {
    const payments = documentPaths.service(teamId, 'payments');
    await stage.server.docs.batch([{ type: 'update', path: payments, changes: { ownerId: 'diego' } }]);
    const alone = stage.call('amara', 'removeMember', { userId: 'diego', replacementId: null });
    expect(await refusal(alone)).toMatchObject({ code: 'invalid', field: 'replacementId' });
    const client = await stage.person('amara');
    const { holdings } = await client.functions.call<{ holdings: { kind: string }[] }>('readHoldings', {
      teamId,
      userId: 'diego',
    });
    expect(new Set(holdings.map(({ kind }) => kind))).toEqual(
      new Set(['cover', 'shift', 'step', 'service', 'time-off']),
    );
    await stage.call('amara', 'removeMember', { userId: 'diego', replacementId: 'kwame' });
    expect((await stage.server.docs.get(payments)).data).toMatchObject({ ownerId: 'kwame' });
  });
});
