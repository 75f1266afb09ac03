import { realtimeContract } from '#contracts/realtime.contract.ts';
import { embedded } from './provider.ts';

realtimeContract(embedded);
