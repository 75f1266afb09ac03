import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { commandCatalogue, type CommandName, isExpired } from '#api/commands.ts';
import { constants, minute } from '#domain/constants.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import type { Id } from '#domain/base.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { commandInputs } from '#tests/app/functions/command-inputs.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';
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

describe('a repeated command', () => {
  test('returns the same answer without a second effect', async () => {
    const before = await incidents();
    const first = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const second = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    expect(second).toEqual(first);
    expect(stage.stored()).toBe(stored);
    expect(await incidents()).toBe(before + 1);
  });

  test('at the same moment is executed once', async () => {
    const before = await incidents();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        stage.call('diego', 'declareIncident', declared({ commandId: 'same' })),
      ),
    );
    expect(new Set(answers.map(({ incidentId }) => incidentId)).size).toBe(1);
    expect(await incidents()).toBe(before + 1);
  });

  test('after a lost answer is executed once', async () => {
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

  test('with other input is a conflict', async () => {
    await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const another = await errorOf(
      stage.call('diego', 'acknowledgePage', { commandId: 'same', pageId: 'cards-page' }),
    );
    expect(another.error?.code).toBe('conflict');
    expect(stage.stored()).toBe(stored);
  });

  test('of another caller is a separate command', async () => {
    const before = await incidents();
    const entries = (await stage.server.docs.find({ collection: collectionPaths.audit(teamId) })).length;
    const first = await stage.call('priya', 'declareIncident', declared({ commandId: 'same' }));
    const second = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    expect(second.incidentId).not.toBe(first.incidentId);
    expect(await stage.call('priya', 'declareIncident', declared({ commandId: 'same' }))).toEqual(first);
    expect(await incidents()).toBe(before + 2);
    const after = await stage.server.docs.find({ collection: collectionPaths.audit(teamId) });
    expect(after.length).toBe(entries + 2);
  });

  test('recorded by an earlier version is answered from its record, to its caller only', async () => {
    const id = 'before-the-update';
    const output = { revision: 7, incidentId: 'earlier', number: 7, pageIds: [] };
    const record = {
      id,
      teamId,
      createdAt: 1,
      createdBy: 'diego',
      revision: 1,
      name: 'declareIncident',
      output,
    };
    await stage.server.docs.batch([
      { type: 'set', path: serverPaths.command(teamId, id), data: toDocument(record) },
    ]);
    const before = await incidents();
    expect(await stage.call('diego', 'declareIncident', declared({ commandId: id }))).toEqual(output);
    expect(await incidents()).toBe(before);
    await stage.call('priya', 'declareIncident', declared({ commandId: id }));
    expect(await incidents()).toBe(before + 1);
  });
});

describe('a command that pages or releases members', () => {
  const late = constants.commandExpiryMinutes * minute + 1;
  /** Commands that expire, with this file's inputs. */
  const asking = (Object.keys(commandCatalogue) as CommandName[]).filter((name) =>
    isExpired({ name, input: inputs[name] }, late),
  );

  test.each(asking)('%s is rejected ten minutes after it was given and changes nothing', async (name) => {
    const stored = stage.stored();
    const answer = await errorOf(stage.call('amara', name, { ...inputs[name], ageMs: late } as never));
    // Some inputs name what is not there, or what an owner may not do: no answer is `done`.
    expect(['expired', 'not_found', 'forbidden']).toContain(answer.error?.code);
    expect(stage.stored()).toBe(stored);
  });

  test('repeated after its expiry is answered from its record', async () => {
    const input = declared({ commandId: 'given-once' });
    const first = await stage.call('diego', 'declareIncident', input);
    expect(await stage.call('diego', 'declareIncident', { ...input, ageMs: late })).toEqual(first);
    const other = declared({ commandId: 'given-late', ageMs: late });
    expect((await errorOf(stage.call('diego', 'declareIncident', other))).error?.code).toBe('expired');
  });

  /** Inputs about a page that Amara is asked by, or has acknowledged, its incident and its alert. */
  async function situation(isAcknowledged: boolean) {
    await stage.close();
    stage = await FunctionsStage.open();
    const page = [{ kind: 'people', userIds: ['amara', 'lena'] }] as const;
    const { incidentId, pageIds } = await stage.call('amara', 'declareIncident', declared({ page }));
    await stage.http('/v2/enqueue', {
      routing_key: demoKeys.payments,
      event_action: 'trigger',
      payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
    });
    const { id: alertId } = await stage.onlyAlert();
    const [pageId = ''] = pageIds;
    if (isAcknowledged) await stage.call('amara', 'acknowledgePage', { pageId });
    const about = { incidentId, pageId, alertId, userId: 'lena', to: 'resolved' };
    return (name: CommandName): object => {
      const known = Object.entries(about).filter(([field]) => field in inputs[name]);
      const given = Object.fromEntries(
        known.filter(([field]) => name !== 'declareIncident' || field === 'page'),
      );
      return { ...inputs[name], ...given };
    };
  }

  test.each([true, false])(
    'is each command that changes or starts a page (of an acknowledged page: %s)',
    async (isAcknowledged) => {
      const found: CommandName[] = [];
      for (const name of Object.keys(commandCatalogue) as CommandName[]) {
        const inputOf = await situation(isAcknowledged);
        const pages = async () =>
          (await stage.all(pageSchema, collectionPaths.pages(teamId))).map(
            ({ id, status, waitingFor, acknowledgements, nextAt }) =>
              JSON.stringify([id, status, waitingFor, acknowledgements, nextAt]),
          );
        const before = await pages();
        await stage.call('amara', name, inputOf(name) as never).catch(() => undefined);
        if ((await pages()).join() !== before.join()) found.push(name);
      }
      expect(found.filter((name) => !asking.includes(name))).toEqual([]);
      expect(found).toEqual(
        expect.arrayContaining(
          ['page', 'resolveAlert', 'transitionIncident', 'repage'].filter(
            (name) => isAcknowledged || name !== 'repage',
          ),
        ),
      );
      expect(found.length).toBeGreaterThan(8);
    },
  );
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
  'savePersonalWebhook',
  'removePersonalWebhook',
  'drillPersonalWebhook',
  'recordReceipt',
  'saveProfile',
  'createFeed',
  'revokeFeed',
  'seeNotices',
  'saveTimeOff',
  'removeTimeOff',
  'saveMailSettings',
  'linkSlackUser',
  'forgetMailAddress',
]);

describe('a rejected command changes nothing', () => {
  test.each(names)('%s by a signed-out caller', async (name) => {
    const client = await stage.stranger();
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({
      code: 'unauthenticated',
      error: { code: 'unauthenticated' },
    });
    expect(stage.stored()).toBe(stored);
  });

  test.each(names)('%s by a caller without a team', async (name) => {
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

  const withFields = names.filter((name) => Object.keys(commandCatalogue[name].input.entries).length > 3);
  test.each(withFields)('%s with invalid input', async (name) => {
    const client = await stage.person('amara');
    const stored = stage.stored();
    const call = client.functions.call(name, { teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({ code: 'invalid-argument', error: { code: 'invalid' } });
    expect(stage.stored()).toBe(stored);
  });
});

test('a handler gets branded ids only', () => {
  expectTypeOf<CommandContext['teamId']>().toEqualTypeOf<Id>();
  expectTypeOf<CommandContext['userId']>().toEqualTypeOf<Id>();
  expectTypeOf<Parameters<CommandHandler<'linkAlert'>>[0]['alertId']>().toEqualTypeOf<Id>();
  expectTypeOf<string>().not.toExtend<Id>();
});
