import { realtimeContract } from '#contracts/realtime.contract.ts';
import { postgresClients } from './client-stage.ts';
import { withPostgres } from './provider.ts';

withPostgres();
realtimeContract(postgresClients);
