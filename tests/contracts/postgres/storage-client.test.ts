import { storageContract } from '#contracts/storage.contract.ts';
import { postgresClients } from './client-stage.ts';
import { withPostgres } from './provider.ts';

withPostgres();
storageContract(postgresClients);
