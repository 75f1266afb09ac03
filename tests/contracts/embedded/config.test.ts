import { configContract } from '#contracts/config.contract.ts';
import { configConditionsContract } from '#contracts/config-conditions.contract.ts';
import { embedded } from './provider.ts';

configContract(embedded);
configConditionsContract(embedded);
