import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { embedded } from './provider.ts';

subscriptionsContract(embedded);
