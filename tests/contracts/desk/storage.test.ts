import { storageContract } from '../storage.contract.ts';
import { desk } from './provider.ts';

storageContract(desk);
