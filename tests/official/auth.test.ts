// @vitest-environment jsdom
/** The auth contract, through the real SDK as browsers run it, against the official Auth part. */
import { afterAll, beforeAll, describe } from 'vitest';
import { authContract } from '#contracts/auth.contract.ts';
import { contract } from '#contracts/harness.ts';
import { restScenarios } from './auth-rest.ts';
import { lowerAuthPart, officialAuth, raiseAuthPart } from './auth-stage.ts';
import { needs, partsInstalled } from './parts.ts';

describe.skipIf(!partsInstalled())(`official Auth part (${needs})`, () => {
  beforeAll(raiseAuthPart);
  afterAll(lowerAuthPart);
  authContract(officialAuth);
  contract('auth, the rest', officialAuth, restScenarios);
});
