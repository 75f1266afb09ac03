import type * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertSchema } from '#domain/alert/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { day, minute } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { gapsBetween, onCallAt } from '#domain/schedule/rota.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { demoKeys, demoSecret } from '#tests/app/functions/demo-keys.ts';
import { demoAccounts } from './accounts.ts';
import { seedDemo } from './team.ts';
import { demoSetup } from './team/setup.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

test('seeding again changes nothing', async () => {
  const stored = stage.stored();
  await stage.cloud.advance(day);
  const later = stage.stored();
  await seedDemo(stage.server, demoSecret);
  expect(stage.stored()).toBe(later);
  expect(stored).not.toBe('');
});

test('an interrupted seed is repeated with the same result', async () => {
  const stored = stage.stored();
  await stage.server.docs.batch([{ type: 'delete', path: documentPaths.team(teamId) }]);
  await seedDemo(stage.server, demoSecret);
  expect(JSON.parse(stage.stored()).docs?.length).toBe(JSON.parse(stored).docs?.length);
  expect((await stage.get(teamSchema, documentPaths.team(teamId))).lastIncidentNumber).toBe(41);
});

test('every entity matches its schema', async () => {
  const kinds = [
    [memberSchema, collectionPaths.members(teamId), 8],
    [serviceSchema, collectionPaths.services(teamId), 5],
    [scheduleSchema, collectionPaths.schedules(teamId), 2],
    [overrideSchema, collectionPaths.overrides(teamId), 1],
    [policySchema, collectionPaths.policies(teamId), 2],
    [integrationSchema, collectionPaths.integrations(teamId), 5],
    [alertSchema, collectionPaths.alerts(teamId), 5],
    [pageSchema, collectionPaths.pages(teamId), 4],
    [incidentSchema, collectionPaths.incidents(teamId), 4],
  ] as const;
  for (const [schema, collection, count] of kinds) {
    const entities = await stage.all(schema as v.GenericSchema, collection);
    expect([collection, entities.length]).toEqual([collection, count]);
  }
  expect(await stage.all(taskSchema, collectionPaths.tasks(teamId, 'incident-38'))).toHaveLength(1);
});

test('its incidents are over, in order and in the past', async () => {
  const now = stage.cloud.clock.now();
  const incidents = await stage.all(incidentSchema, collectionPaths.incidents(teamId));
  expect(incidents.map(({ number, status }) => `${number} ${status}`).sort()).toEqual([
    '38 closed',
    '39 closed',
    '40 closed',
    '41 resolved',
  ]);
  for (const { id, createdAt } of incidents) {
    const told = await stage.timeline(id);
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(told[0]).toMatchObject({ kind: 'declared', createdAt });
    expect(Math.max(...told.map((one) => one.createdAt))).toBeLessThan(now);
  }
});

test('after a day without commands, no old page is sent', async () => {
  const pages = await stage.all(pageSchema, collectionPaths.pages(teamId));
  await stage.cloud.advance(day);
  expect(await stage.all(pageSchema, collectionPaths.pages(teamId))).toEqual(pages);
  expect(pages.every(({ nextAt }) => nextAt === null)).toBe(true);
});

test('every schedule has a member on call at any time', async () => {
  const now = stage.cloud.clock.now();
  const overrides = await stage.all(overrideSchema, collectionPaths.overrides(teamId));
  for (const rota of await stage.all(scheduleSchema, collectionPaths.schedules(teamId)))
    expect(gapsBetween(rota, overrides, now, now + 60 * day)).toEqual([]);
});

test('Priya is on call for the shop whenever the demonstration starts', () => {
  const monday = Date.UTC(2026, 10, 23);
  const others: string[] = [];
  for (let at = monday - 30 * day; at < monday + 30 * day; at += 60 * minute) {
    const { schedules, overrides } = demoSetup(at, demoKeys);
    const shop = schedules.find(({ id }) => id === 'shop');
    if (!shop || onCallAt(shop, overrides, at) !== 'priya') others.push(new Date(at).toISOString());
  }
  expect(others).toEqual([]);
});

test('every demonstration account can sign in', async () => {
  for (const { name, credential } of demoAccounts) {
    const client = await stage.stranger(name);
    const result = await client.auth.signIn(credential);
    expect(result).toMatchObject({ kind: 'signed-in', user: { displayName: name } });
  }
});
