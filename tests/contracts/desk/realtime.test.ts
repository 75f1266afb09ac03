import { realtimeContract } from '#contracts/realtime.contract.ts';
import { desk } from './provider.ts';

realtimeContract(desk);
