import { messagingContract } from '#contracts/messaging.contract.ts';
import { embedded } from './provider.ts';

messagingContract(embedded);
