import { realtimeContract } from '../realtime.contract.ts';
import { embedded } from './provider.ts';

realtimeContract(embedded);
