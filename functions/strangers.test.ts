/** Answers of the callables to people outside of a team: the same, byte for byte, whatever the team has stored. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { DocsData } from '#fakes/cloud/docs/database.ts';
import { isPortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import { HostileStage } from '#tests/app/functions/hostile-stage.ts';
import { inputsOf } from '#tests/app/functions/inputs.ts';
import { teamId } from '#tests/app/functions/stage.ts';

/** Commands that are open to everybody, so that they are carried out. */
const open: ReadonlySet<CommandName> = new Set<CommandName>(['createTeam', 'joinDemonstration']);
const names = (Object.keys(commandCatalogue) as CommandName[]).filter((name) => !open.has(name));
const outsiders = ['nobody', 'guest', 'stranger', 'member of another team'] as const;

const reads: readonly (readonly [name: string, input: Json])[] = [
  ['readHoldings', { teamId, userId: 'amara' }],
  ['readReadiness', { teamId }],
  ['readServerFigures', { teamId }],
  ['readInvite', { teamId, token: 'c'.repeat(40) }],
];

/** The team as it is, and with nothing left but itself and its members. */
let [full, bare]: HostileStage[] = [];
beforeAll(async () => {
  [full, bare] = [await HostileStage.open(), await HostileStage.open()];
  const { docs } = bare.stage.cloud.snapshot().services.docs as DocsData;
  const emptied = docs.filter(({ path }) =>
    new RegExp(`^teams/${teamId}/(?!members/|commands/)`, 'u').test(path),
  );
  if (emptied.length < 50) throw new Error(`The team has stored little: ${emptied.length} documents.`);
  for (const { path } of emptied) await bare.stage.server.docs.batch([{ type: 'delete', path }]);
});
afterAll(async () => {
  await full?.close();
  await bare?.close();
});

async function answerIn(stage: HostileStage | undefined, who: string, name: string, input: Json) {
  const client = await stage?.stage.stranger(who);
  try {
    return JSON.stringify({ answer: await client?.functions.call<Json>(name, input) });
  } catch (error) {
    if (!isPortError(error)) throw error;
    const { code, message, details } = error;
    return JSON.stringify({ code, message, details });
  }
}

test('a member gets different answers with and without data', async () => {
  const answer = async (stage: HostileStage | undefined) => {
    const client = await stage?.stage.person('amara');
    return client?.functions.call<Json>('readHoldings', { teamId, userId: 'jonas' });
  };
  expect(await answer(full)).not.toEqual(await answer(bare));
});

describe.each(outsiders)('to %s', (who) => {
  test.each(names)('%s answers the same with and without data', async (name) => {
    const inputs = fc.sample(inputsOf(name, full?.poolsOf(who)), { numRuns: 5, seed: 1 });
    for (const input of inputs) {
      const answer = await answerIn(full, who, name, input as Json);
      expect(await answerIn(bare, who, name, input as Json)).toBe(answer);
      expect(answer).toContain('"code"');
    }
  });

  test.each(reads)('the read %s answers the same with and without data', async (name, input) => {
    const answer = await answerIn(full, who, name, input);
    expect(await answerIn(bare, who, name, input)).toBe(answer);
    expect(answer).toContain('"code"');
  });
});
