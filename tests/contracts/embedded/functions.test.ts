import { functionsContract } from '#contracts/functions.contract.ts';
import { embedded } from './provider.ts';

functionsContract(embedded);
