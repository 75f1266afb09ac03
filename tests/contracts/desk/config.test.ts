import { configContract } from '../config.contract.ts';
import { configConditionsContract } from '../config-conditions.contract.ts';
import { desk } from './provider.ts';

configContract(desk);
configConditionsContract(desk);
