import { subscriptionsContract } from '../subscriptions.contract.ts';
import { desk } from './provider.ts';

subscriptionsContract(desk);
