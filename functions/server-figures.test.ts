import { afterEach, expect, test } from 'vitest';
import type { ServerFigures } from '#api/reads.ts';
import { createFunctions } from '#functions/index.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
afterEach(() => stage.close());

const figures: ServerFigures = {
  published: { version: '2', values: { a: 'b' } },
  durations: [{ kind: 'trace', name: 'open', count: 1, medianMs: 2, p95Ms: 3, longestMs: 4 }],
  ofMs: 1000,
};
const readAs = async (who: string) =>
  (await stage.person(who)).functions.call('readServerFigures', { teamId });

test('only members who may configure the team read the server’s figures', async () => {
  stage = await FunctionsStage.open(createFunctions({ serverFigures: async () => figures }));
  expect(await readAs('amara')).toEqual({ figures });
  expect(await errorOf(readAs('lena'))).toMatchObject({ code: 'permission-denied' });
});

test('a provider without figures returns none', async () => {
  stage = await FunctionsStage.open();
  expect(await readAs('amara')).toEqual({ figures: null });
  expect(await errorOf(readAs('lena'))).toMatchObject({ code: 'permission-denied' });
});
