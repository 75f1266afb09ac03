import { storageContract } from '#contracts/storage.contract.ts';
import { desk } from './provider.ts';

storageContract(desk);
