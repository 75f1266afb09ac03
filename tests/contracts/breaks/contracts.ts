/** Contracts whose scenarios must detect the defects, for the embedded provider. */
import { authContract } from '#contracts/auth.contract.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { embedded } from '../embedded/provider.ts';
import { scenariosOf } from '#contracts/harness.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { restartsContract } from '#contracts/restarts.contract.ts';
import { storageContract } from '#contracts/storage.contract.ts';

const contracts = [
  authContract,
  configContract,
  disposingContract,
  docsContract,
  messagingContract,
  realtimeContract,
  restartsContract,
  storageContract,
];

export const scenarios = scenariosOf(() => {
  for (const declare of contracts) declare(embedded);
});
