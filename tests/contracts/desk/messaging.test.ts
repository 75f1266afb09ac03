import { messagingContract } from '#contracts/messaging.contract.ts';
import { desk } from './provider.ts';

messagingContract(desk);
