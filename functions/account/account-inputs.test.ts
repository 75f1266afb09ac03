/** Calls about the own account with inputs of another shape: rejected with a sentence, and nothing is changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountCatalogue } from '#api/account.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

test.each(Object.keys(accountCatalogue))('%s rejects input of another shape', async (name) => {
  const { functions } = await stage.person('lena');
  const before = stage.stored();
  for (const input of [null, 'all', 5, true])
    await expect(functions.call(name, input)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(stage.stored()).toEqual(before);
});
