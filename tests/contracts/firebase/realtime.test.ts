import { disposingContract } from '#contracts/disposing.contract.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { restartsContract } from '#contracts/restarts.contract.ts';
import { tree } from '#contracts/restarts/data-chapters.ts';
import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { traitsContract } from '#contracts/traits.contract.ts';
import { firebaseRealtime } from './stage.ts';

realtimeContract(firebaseRealtime);
disposingContract(firebaseRealtime);
restartsContract(firebaseRealtime, [tree]);
subscriptionsContract(firebaseRealtime, 'realtime');
traitsContract(firebaseRealtime, 'realtime');
