import { functionsContract } from '../functions.contract.ts';
import { embedded } from './provider.ts';

functionsContract(embedded);
