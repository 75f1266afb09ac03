import { docsContract } from '#contracts/docs.contract.ts';
import { postgresProvider, usePostgres } from './provider.ts';

usePostgres();
docsContract(postgresProvider());
