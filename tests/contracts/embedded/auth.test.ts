import { authContract } from '#contracts/auth.contract.ts';
import { embedded } from './provider.ts';

authContract(embedded);
