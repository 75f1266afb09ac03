import { storageContract } from '#contracts/storage.contract.ts';
import { embedded } from './provider.ts';

storageContract(embedded);
