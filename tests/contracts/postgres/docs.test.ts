import { docsContract } from '#contracts/docs.contract.ts';
import { postgresProvider, withPostgres } from './provider.ts';

withPostgres();
docsContract(postgresProvider());
