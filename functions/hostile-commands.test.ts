/**
 * Every callable, as each role: garbage, wrong types, forged teams, ids of another team, stale revisions and ids of commands that
 * were given before. Each is answered with an error of the catalogue that changes nothing, or done.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import {
  garbage,
  givenCommandId,
  HostileStage,
  otherTeamId,
  roles,
  type Role,
  sameStored,
} from '#tests/app/functions/hostile-stage.ts';
import { fieldsOf, inputsOf, replaced, validInputs } from '#tests/app/functions/inputs.ts';
import { errorOf, teamId } from '#tests/app/functions/stage.ts';
import { assertProperty } from '#tests/property.ts';
import { createFunctions } from './index.ts';

const names = Object.keys(commandCatalogue) as CommandName[];
/** Commands open to persons without a team. */
const open = new Set<CommandName>(['createTeam', 'joinDemonstration']);
/** All roles but the one that has given the command. */
const others = roles.filter((role) => role !== 'owner');
const members = new Set<Role>(['viewer', 'responder', 'admin', 'owner']);

/** Lists in lists. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

/** Possible answers, whether the input is valid or not. */
function answersTo(role: Role, name: CommandName): RegExp {
  if (role === 'nobody') return /^unauthenticated$/u;
  return members.has(role) || open.has(name) ? /./u : /^(?!done$)/u;
}

/** The input, with one of its fields replaced by garbage. */
const spoilt = (input: Record<string, unknown>) =>
  fc
    .tuple(fc.constantFrom(...fieldsOf(input)), garbage)
    .map(([path, by]) => replaced(input, path, by) as Record<string, unknown>);

describe.each(names)('%s', (name) => {
  // A shared stage for all tests of a command: the checks of an answer hold in any state.
  let hostile: HostileStage;
  beforeAll(async () => {
    hostile = await HostileStage.open();
  });
  afterAll(() => hostile.close());

  test.each(roles)('as %s answers any input', async (role) => {
    // A team is founded under an id that nobody has.
    const own = name === 'createTeam' ? { teamId: ['new-one', 'new-two', teamId] } : {};
    const valid = inputsOf(name, { ...hostile.poolsOf(role), ...own });
    const sent: fc.Arbitrary<unknown> = fc.oneof(
      { weight: 3, arbitrary: valid },
      { weight: 2, arbitrary: garbage },
      { weight: 5, arbitrary: valid.chain(spoilt) },
      { weight: 1, arbitrary: fc.tuple(valid, garbage).map(([input, extra]) => ({ ...input, extra })) },
    );
    await assertProperty(
      fc.asyncProperty(sent, async (input) => {
        const answer = await hostile.answerOf(role, name, input);
        expect(answer).toMatch(answersTo(role, name));
      }),
      { numRuns: 12 },
    );
  });

  test.each(roles)('as %s changes no other team', async (role) => {
    const forged = role === 'member of another team' ? teamId : otherTeamId;
    const before = hostile.stored(forged);
    await assertProperty(
      fc.asyncProperty(inputsOf(name, hostile.poolsOf(`${role}-forged`)), async (input) => {
        const answer = await hostile.answerOf(role, name, { ...input, teamId: forged });
        if (name === 'joinDemonstration' && forged === teamId) return;
        expect(answer).not.toBe('done');
        expect(sameStored(hostile.stored(forged), before)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  test.each(others)(
    'as %s with the id of another caller’s command keeps that command’s record',
    async (role) => {
      const record = await hostile.givenRecord();
      expect(record).not.toBeNull();
      for (const input of validInputs(name).slice(0, 3))
        await hostile.answerOf(role, name, { ...input, teamId, commandId: givenCommandId });
      expect(await hostile.givenRecord()).toEqual(record);
    },
  );

  test('with the id of a finished command does nothing', async () => {
    const given = inputsOf(name, hostile.poolsOf('again'));
    await assertProperty(
      fc.asyncProperty(given, given, async (one, other) => {
        const first = await hostile.answerOf('owner', name, one);
        if (first !== 'done') return;
        const stored = hostile.stored();
        await hostile.answerOf('owner', name, { ...other, commandId: one['commandId'] });
        expect(sameStored(hostile.stored(), stored)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  test.runIf('expectedRevision' in commandCatalogue[name].input.entries)(
    'rejects stale revisions',
    async () => {
      const incidentId = hostile.pools['incidentId']?.[0];
      const stale = fc.tuple(inputsOf(name, hostile.poolsOf('stale')), fc.integer({ min: 1_000 }));
      await assertProperty(
        fc.asyncProperty(stale, async ([input, expectedRevision]) => {
          const answer = await hostile.answerOf('owner', name, { ...input, incidentId, expectedRevision });
          expect(answer).toBe('conflict');
        }),
        { numRuns: 5 },
      );
    },
  );

  test('rejects input that is far too large', async () => {
    const large: readonly unknown[] = [
      'x'.repeat(2 ** 20),
      Array.from({ length: 10_000 }, () => 'id'),
      nested(200),
    ];
    const [input = {}] = validInputs(name);
    for (const path of fieldsOf(input))
      for (const by of large)
        expect(await hostile.answerOf('owner', name, replaced(input, path, by))).toBe('invalid');
  });

  test('rejects input nested too deep for recursion', async () => {
    const { server } = hostile.stage;
    const { signal } = new AbortController();
    const context = { ...server, caller: { uid: 'amara', claims: {} }, signal, send: () => undefined };
    const [input = {}] = validInputs(name);
    const call = createFunctions().callables[name];
    for (const path of fieldsOf(input)) {
      const { error } = await errorOf(
        call?.(replaced(input, path, nested(100_000)), context) ?? Promise.resolve(),
      );
      expect(error?.code).toBe('invalid');
    }
  });
});
