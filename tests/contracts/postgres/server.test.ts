import { serverContract } from '#contracts/server.contract.ts';
import { withPostgres } from './provider.ts';
import { postgresServerProvider } from './server-stage.ts';

withPostgres();
serverContract(postgresServerProvider);
