import { restartsContract } from '#contracts/restarts.contract.ts';
import { desk } from './provider.ts';

restartsContract(desk, undefined, 'next');
