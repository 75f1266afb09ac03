import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import type { Id } from '#domain/base.ts';
import { collectionPaths } from '#api/paths.ts';
import { commandInputs } from '#tests/functions/command-inputs.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/functions/stage.ts';
import type { CommandContext, CommandHandler } from './command.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const inputs = {
  ...commandInputs('tom'),
  // Rules of another person, because tom may always change his own.
  saveNotificationRules: { ...commandInputs('tom').saveNotificationRules, userId: 'amara' },
};
const declared = (more: object) => ({ ...inputs.declareIncident, ...more });
const incidents = async () => (await stage.all(incidentSchema, collectionPaths.incidents(teamId))).length;

describe('a command sent again', () => {
  test('gives the same answer and does nothing twice', async () => {
    const before = await incidents();
    const first = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const second = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    expect(second).toEqual(first);
    expect(stage.stored()).toBe(stored);
    expect(await incidents()).toBe(before + 1);
  });

  test('at the same moment is done once', async () => {
    const before = await incidents();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        stage.call('diego', 'declareIncident', declared({ commandId: 'same' })),
      ),
    );
    expect(new Set(answers.map(({ incidentId }) => incidentId)).size).toBe(1);
    expect(await incidents()).toBe(before + 1);
  });

  test('because its answer was lost is done once', async () => {
    const before = await incidents();
    const diego = await stage.person('diego');
    await diego.control.inject({
      kind: 'lose-answer',
      service: 'functions',
      operation: 'call:declareIncident',
    });
    const commandId = 'lost';
    const lost = await errorOf(stage.call('diego', 'declareIncident', declared({ commandId })));
    expect(lost.error).toBeNull();
    expect(await incidents()).toBe(before + 1);
    await stage.cloud.advance(5_000);
    const again = await stage.call('diego', 'declareIncident', declared({ commandId }));
    expect(again.number).toBe(42);
    expect(await incidents()).toBe(before + 1);
  });

  test('by someone else, or as something else, is a conflict', async () => {
    await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const other = await errorOf(stage.call('priya', 'declareIncident', declared({ commandId: 'same' })));
    expect(other).toMatchObject({ code: 'failed-precondition', error: { code: 'conflict' } });
    const another = await errorOf(
      stage.call('diego', 'acknowledgePage', { commandId: 'same', pageId: 'cards-page' }),
    );
    expect(another.error?.code).toBe('conflict');
    expect(stage.stored()).toBe(stored);
  });
});

/** Commands without a membership: their tests are in functions/team and functions/invites. */
const elsewhere = ['createTeam', 'joinDemonstration', 'leaveTeam', 'acceptInvite'] as const;
type OfMembers = Exclude<CommandName, (typeof elsewhere)[number]>;
const names = (Object.keys(inputs) as CommandName[]).filter((name): name is OfMembers =>
  elsewhere.every((one) => one !== name),
);
/** Commands of viewers, about themselves. */
const open = new Set<CommandName>([
  'registerDevice',
  'removeDevice',
  'sendDrill',
  'recordReceipt',
  'saveProfile',
  'createFeed',
  'revokeFeed',
  'seeNotices',
  'saveTimeOff',
  'removeTimeOff',
  'signOutEverywhere',
]);

describe('a refusal changes nothing', () => {
  test.each(names)('%s by someone who is signed out', async (name) => {
    const client = await stage.stranger();
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({
      code: 'unauthenticated',
      error: { code: 'unauthenticated' },
    });
    expect(stage.stored()).toBe(stored);
  });

  test.each(names)('%s by someone who is in no team', async (name) => {
    const client = await stage.stranger();
    await client.auth.createUser({ email: 'out@example.com', password: 'correct horse' });
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect((await errorOf(call)).error?.code).toMatch(
      name === 'recordReceipt' ? /forbidden|not_found/u : /forbidden/u,
    );
    expect(stage.stored()).toBe(stored);
  });

  test.each(names.filter((name) => !open.has(name)))('%s by a viewer', async (name) => {
    const client = await stage.person('tom');
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({
      code: 'permission-denied',
      error: { code: 'forbidden', message: expect.stringMatching(/^Only (responders|admins|owners) may /u) },
    });
    expect(stage.stored()).toBe(stored);
  });

  const withFields = names.filter((name) => Object.keys(commandCatalogue[name].input.entries).length > 2);
  test.each(withFields)('%s with input that does not fit', async (name) => {
    const client = await stage.person('amara');
    const stored = stage.stored();
    const call = client.functions.call(name, { teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({ code: 'invalid-argument', error: { code: 'invalid' } });
    expect(stage.stored()).toBe(stored);
  });
});

test('a handler gets ids, never strings that nobody has checked', () => {
  expectTypeOf<CommandContext['teamId']>().toEqualTypeOf<Id>();
  expectTypeOf<CommandContext['userId']>().toEqualTypeOf<Id>();
  expectTypeOf<Parameters<CommandHandler<'linkAlert'>>[0]['alertId']>().toEqualTypeOf<Id>();
  expectTypeOf<string>().not.toExtend<Id>();
});
