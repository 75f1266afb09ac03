import { disposingContract } from '../disposing.contract.ts';
import { realtimeContract } from '../realtime.contract.ts';
import { restartsContract } from '../restarts.contract.ts';
import { tree } from '../restarts/data-chapters.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
import { firebaseRealtime } from './stage.ts';

realtimeContract(firebaseRealtime);
disposingContract(firebaseRealtime);
restartsContract(firebaseRealtime, [tree]);
subscriptionsContract(firebaseRealtime, 'realtime');
traitsContract(firebaseRealtime, 'realtime');
