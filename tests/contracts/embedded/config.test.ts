import { configContract } from '../config.contract.ts';
import { embedded } from './provider.ts';

configContract(embedded);
