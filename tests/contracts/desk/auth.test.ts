import { authContract } from '#contracts/auth.contract.ts';
import { desk } from './provider.ts';

authContract(desk);
