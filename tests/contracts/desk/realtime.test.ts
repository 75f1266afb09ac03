import { realtimeContract } from '../realtime.contract.ts';
import { desk } from './provider.ts';

realtimeContract(desk);
