import { authContract } from '#contracts/auth.contract.ts';
import { postgresAuthProvider } from './auth-stage.ts';
import { withPostgres } from './provider.ts';

withPostgres();
authContract(postgresAuthProvider);
