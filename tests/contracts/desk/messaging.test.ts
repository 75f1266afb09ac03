import { messagingContract } from '../messaging.contract.ts';
import { desk } from './provider.ts';

messagingContract(desk);
