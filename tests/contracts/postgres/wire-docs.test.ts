import { docsContract } from '#contracts/docs.contract.ts';
import { postgresOverWire, withPostgres } from './provider.ts';

withPostgres();
docsContract(postgresOverWire());
