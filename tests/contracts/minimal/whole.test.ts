/** The minimal backend, every port of it. */
import { authContract } from '#contracts/auth.contract.ts';
import { backendContract } from '#contracts/backend.contract.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { functionsContract } from '#contracts/functions.contract.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import { performanceContract } from '#contracts/performance.contract.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { serverContract } from '#contracts/server.contract.ts';
import { storageContract } from '#contracts/storage.contract.ts';
import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { traitsContract } from '#contracts/traits.contract.ts';
import { minimalWhole } from './stage.ts';

authContract(minimalWhole);
backendContract(minimalWhole);
configContract(minimalWhole);
disposingContract(minimalWhole);
docsContract(minimalWhole);
functionsContract(minimalWhole);
messagingContract(minimalWhole);
performanceContract(minimalWhole);
realtimeContract(minimalWhole);
serverContract(minimalWhole);
storageContract(minimalWhole);
subscriptionsContract(minimalWhole);
traitsContract(minimalWhole);
