import { configContract } from '../config.contract.ts';
import { configConditionsContract } from '../config-conditions.contract.ts';
import { embedded } from './provider.ts';

configContract(embedded);
configConditionsContract(embedded);
