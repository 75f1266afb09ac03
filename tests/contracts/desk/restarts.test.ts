import { restartsContract } from '../restarts.contract.ts';
import { desk } from './provider.ts';

restartsContract(desk);
