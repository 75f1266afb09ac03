import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { desk } from './provider.ts';

subscriptionsContract(desk);
