import { messagingContract } from '../messaging.contract.ts';
import { embedded } from './provider.ts';

messagingContract(embedded);
