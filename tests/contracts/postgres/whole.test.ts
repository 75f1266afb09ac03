/** Ports of browsers whose suites need the whole provider: server and browser together. */
import { backendContract } from '#contracts/backend.contract.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { functionsContract } from '#contracts/functions.contract.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import { performanceContract } from '#contracts/performance.contract.ts';
import { withPostgres } from './provider.ts';
import { postgresWhole } from './whole-stage.ts';

withPostgres();
backendContract(postgresWhole);
configContract(postgresWhole);
disposingContract(postgresWhole);
functionsContract(postgresWhole);
messagingContract(postgresWhole);
performanceContract(postgresWhole);
