/** Contracts whose scenarios must detect the defects, for the embedded provider. */
import { authContract } from '../auth.contract.ts';
import { configContract } from '../config.contract.ts';
import { disposingContract } from '../disposing.contract.ts';
import { docsContract } from '../docs.contract.ts';
import { embedded } from '../embedded/provider.ts';
import { scenariosOf } from '../harness.ts';
import { messagingContract } from '../messaging.contract.ts';
import { realtimeContract } from '../realtime.contract.ts';
import { restartsContract } from '../restarts.contract.ts';
import { storageContract } from '../storage.contract.ts';

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
