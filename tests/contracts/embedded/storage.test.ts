import { storageContract } from '../storage.contract.ts';
import { embedded } from './provider.ts';

storageContract(embedded);
