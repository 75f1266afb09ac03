/** Cost of the privacy copies, and their update by any change of an incident's privacy. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandName } from '#api/commands.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import type { Callable } from '#ports/server/handlers.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { transact } from './unit-of-work.ts';

let stage: FunctionsStage;
const transactions: string[][] = [];

/** Notes what the transactions of a call read: `get PATH` and `find COLLECTION FIELD`. */
function counted(run: Callable): Callable {
  return (input, context) =>
    run(input, {
      ...context,
      docs: {
        ...context.docs,
        transaction: (decide) =>
          context.docs.transaction((own) => {
            const reads: string[] = [];
            transactions.push(reads);
            return decide({
              ...own,
              get: (path) => {
                reads.push(`get ${path.split('/').at(-2)}`);
                return own.get(path);
              },
              find: (asked) => {
                reads.push(`find ${asked.collection.split('/').at(-1)}`);
                return own.find(asked);
              },
            });
          }),
      },
    });
}

beforeEach(async () => {
  const functions = createFunctions();
  const callables = Object.fromEntries(
    Object.entries(functions.callables).map(([name, run]) => [name, counted(run)]),
  );
  stage = await FunctionsStage.open({ ...functions, callables });
});
afterEach(() => stage.close());

/** An incident with its alert, whose page waits for the first of the shop's rota, and a page of its own for Kwame. */
async function room(isPrivate: boolean) {
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  const { id: alertId, pageId } = await stage.onlyAlert();
  const { incidentId, pageIds } = await stage.call('mei', 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: isPrivate,
    alertId,
    page: [{ kind: 'people', userIds: ['kwame'] }],
  });
  return { incidentId, alertId, alertPageId: pageId ?? '', pageId: pageIds[0] ?? '' };
}

/** Paths that the command itself reads, without those of every command and of later transactions. */
async function readsOf(name: CommandName, who: string, input: object): Promise<readonly string[]> {
  transactions.length = 0;
  await stage.call(who, name, input as never);
  return (transactions[0] ?? []).filter((one) => !/devices|commands|members/u.test(one));
}

describe('in an incident visible to the team', () => {
  test('answering a page reads the page and its incident', async () => {
    const { pageId } = await room(false);
    expect(await readsOf('acknowledgePage', 'kwame', { pageId })).toEqual([
      'get pages',
      'get incidents',
      'get webhookTargets',
    ]);
  });

  test('joining reads the incident', async () => {
    const { incidentId } = await room(false);
    expect(await readsOf('joinIncident', 'lena', { incidentId })).toEqual(['get incidents']);
  });

  test('acknowledging an alert reads its incident and its page', async () => {
    const { alertId } = await room(false);
    expect(await readsOf('acknowledgeAlert', 'lena', { alertId })).toEqual([
      'get alerts',
      'get incidents',
      'get pages',
      'get webhookTargets',
    ]);
  });
});

describe('in a private incident', () => {
  test('a change of its people reads its alerts and pages, and other changes don’t', async () => {
    const { incidentId, pageId } = await room(true);
    expect(await readsOf('setSeverity', 'mei', { incidentId, severity: 'SEV2' })).toEqual(['get incidents']);
    expect(await readsOf('acknowledgePage', 'kwame', { pageId })).toEqual(['get pages', 'get incidents']);
    expect(await readsOf('joinIncident', 'amara', { incidentId })).toEqual([
      'get incidents',
      'find alerts',
      'find pages',
    ]);
  });
});

/** A change as a future command might make it. */
const setPrivate = (incidentId: string, isPrivate: boolean) =>
  transact(stage.server, async (work) => {
    const path = documentPaths.incident(teamId, incidentId);
    const before = await work.get(incidentSchema, path);
    work.save(path, { ...before, private: isPrivate });
  });

test('a change of an incident’s privacy changes its alerts and pages', async () => {
  const { incidentId, alertId, alertPageId, pageId } = await room(false);
  const all = async () => [
    await stage.alert(alertId),
    await stage.page(alertPageId),
    await stage.page(pageId),
  ];
  const before = await all();
  await setPrivate(incidentId, true);
  const hidden = await all();
  const { people } = await stage.incident(incidentId);
  for (const [index, one] of hidden.entries())
    expect(one).toMatchObject({ private: true, people, revision: (before[index]?.revision ?? 0) + 1 });
  await setPrivate(incidentId, false);
  for (const one of await all()) expect(one).toMatchObject({ private: false, people: [] });
});

test('entities changed together with their incident’s privacy have the new copies and one new revision', async () => {
  const { incidentId, alertId } = await room(true);
  const before = await stage.alert(alertId);
  await transact(stage.server, async (work) => {
    const path = documentPaths.incident(teamId, incidentId);
    const room = await work.get(incidentSchema, path);
    work.save(documentPaths.alert(teamId, alertId), { ...before, count: 9, revision: before.revision + 1 });
    work.save(path, { ...room, people: [...(room?.people ?? []), 'lena'] });
  });
  const after = await stage.alert(alertId);
  expect(after).toMatchObject({ count: 9, revision: before.revision + 1 });
  expect(after.people).toEqual((await stage.incident(incidentId)).people);
  expect(after.people).toContain('lena');
});
