/** The minimal backend, every port of it. */
import { authContract } from '../auth.contract.ts';
import { backendContract } from '../backend.contract.ts';
import { configContract } from '../config.contract.ts';
import { disposingContract } from '../disposing.contract.ts';
import { docsContract } from '../docs.contract.ts';
import { functionsContract } from '../functions.contract.ts';
import { messagingContract } from '../messaging.contract.ts';
import { performanceContract } from '../performance.contract.ts';
import { realtimeContract } from '../realtime.contract.ts';
import { serverContract } from '../server.contract.ts';
import { storageContract } from '../storage.contract.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
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
