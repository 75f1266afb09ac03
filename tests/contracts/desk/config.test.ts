import { configContract } from '#contracts/config.contract.ts';
import { configConditionsContract } from '#contracts/config-conditions.contract.ts';
import { desk } from './provider.ts';

configContract(desk);
configConditionsContract(desk);
