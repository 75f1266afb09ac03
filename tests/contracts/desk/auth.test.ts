import { authContract } from '../auth.contract.ts';
import { desk } from './provider.ts';

authContract(desk);
