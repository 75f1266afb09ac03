import { authContract } from '../auth.contract.ts';
import { embedded } from './provider.ts';

authContract(embedded);
