import { afterAll, describe } from 'vitest';
import { functionsContract } from '#contracts/functions.contract.ts';
import { officialFunctions } from './functions-stage.ts';

const deaf = 'the official part does not tell a function that the connection to its caller was closed';
import { needs, partsInstalled } from './parts.ts';

const { provider, stop } = officialFunctions({
  'functions › a function’s signal aborts when its caller cancels': deaf,
  'functions › a function’s signal aborts when its caller disconnects': deaf,
  'functions › leaving the chunk loop cancels the call': deaf,
});

describe.skipIf(!partsInstalled())(`official Functions part (${needs})`, () => {
  afterAll(stop);
  functionsContract(provider);
});
