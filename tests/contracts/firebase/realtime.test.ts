import { realtimeContract } from '../realtime.contract.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
import { firebaseRealtime } from './stage.ts';

realtimeContract(firebaseRealtime);
subscriptionsContract(firebaseRealtime, 'realtime');
traitsContract(firebaseRealtime, 'realtime');
