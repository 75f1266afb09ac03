import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { layerOf, nightsSchedule } from './schedules.fixture.ts';

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

describe('a schedule', () => {
  test('can be created by an admin and puts people on call', async () => {
    expect(await stage.call('jonas', 'saveSchedule', nightsSchedule)).toEqual({ revision: 1 });
    const schedule = await stored();
    expect(schedule).toMatchObject({ name: 'Nights', versions: [], createdBy: 'jonas' });
    expect(['diego', 'priya']).toContain(onCallAt(schedule, [], now()));
  });

  test('can change at a future time', async () => {
    await stage.call('jonas', 'saveSchedule', nightsSchedule);
    const takesEffectAt = now() + 3 * day;
    const changed = { ...nightsSchedule, layers: [layerOf(['lena'])], takesEffectAt, expectedRevision: 1 };
    expect(await stage.call('mei', 'saveSchedule', changed)).toEqual({ revision: 2 });
    const schedule = await stored();
    expect(schedule.versions).toMatchObject([{ takesEffectAt, layers: [{ people: ['lena'] }] }]);
    expect(onCallAt(schedule, [], takesEffectAt - 1)).not.toBe('lena');
    expect(onCallAt(schedule, [], takesEffectAt)).toBe('lena');
  });

  test('of a policy pages the on-call member of its current version', async () => {
    const shop = await stored('shop');
    await stage.call('jonas', 'saveSchedule', {
      ...nightsSchedule,
      scheduleId: 'shop',
      name: shop.name,
      layers: [layerOf(['kwame'])],
      takesEffectAt: now() + hour,
    });
    await stage.cloud.advance(2 * hour);
    const { pageIds } = await stage.call('diego', 'declareIncident', {
      title: 'Down',
      severity: 'SEV3',
      serviceIds: [],
      private: false,
      alertId: null,
      page: [{ kind: 'policy', policyId: 'shop' }],
    });
    expect((await stage.page(pageIds[0] ?? '')).waitingFor).toEqual(['kwame']);
  });

  test('changed or removed meanwhile is not overwritten', async () => {
    await stage.call('jonas', 'saveSchedule', nightsSchedule);
    await stage.call('jonas', 'saveSchedule', { ...nightsSchedule, name: 'Newer' });
    const late = { ...nightsSchedule, expectedRevision: 1 };
    expect(await refusal(stage.call('mei', 'saveSchedule', late))).toMatchObject({ code: 'conflict' });
    await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
    expect(await refusal(stage.call('mei', 'saveSchedule', { ...late, expectedRevision: 2 }))).toMatchObject({
      code: 'conflict',
    });
  });

  test('accepts responders only, and layers with unique names', async () => {
    const asked = (layers: (typeof nightsSchedule)['layers']) =>
      refusal(stage.call('jonas', 'saveSchedule', { ...nightsSchedule, layers }));
    expect(await asked([layerOf(['tom'])])).toMatchObject({ field: 'layers.0.people.0' });
    expect(await asked([layerOf(['diego']), layerOf(['priya'])])).toMatchObject({ field: 'layers.1.name' });
    expect(await asked([])).toMatchObject({ field: 'layers' });
    expect(await refusal(stage.call('diego', 'saveSchedule', nightsSchedule))).toMatchObject({
      code: 'forbidden',
    });
  });

  test('is removed with its overrides, unless a policy uses it', async () => {
    expect(await refusal(stage.call('jonas', 'removeSchedule', { scheduleId: 'shop' }))).toMatchObject({
      code: 'invalid',
      message: '“Shop on call” asks this schedule. Take it out of the steps first.',
    });
    await stage.call('jonas', 'saveSchedule', nightsSchedule);
    const others = await overrides();
    await stage.call('lena', 'createOverride', {
      overrideId: 'mine',
      scheduleId: 'nights',
      startsAt: now(),
      endsAt: now() + hour,
      userId: 'lena',
      insteadOf: null,
    });
    expect(await overrides()).toHaveLength(others.length + 1);
    await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
    await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
    expect(await overrides()).toEqual(others);
  });
});
