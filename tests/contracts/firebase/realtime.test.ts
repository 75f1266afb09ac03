import { realtimeContract } from '../realtime.contract.ts';
import { firebaseRealtime } from './realtime-stage.ts';

realtimeContract(firebaseRealtime);
