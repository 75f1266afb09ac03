import { performanceContract } from '#contracts/performance.contract.ts';
import { desk } from './provider.ts';

performanceContract(desk);
