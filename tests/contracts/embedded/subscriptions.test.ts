import { subscriptionsContract } from '../subscriptions.contract.ts';
import { embedded } from './provider.ts';

subscriptionsContract(embedded);
