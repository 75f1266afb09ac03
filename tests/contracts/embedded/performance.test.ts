import { performanceContract } from '#contracts/performance.contract.ts';
import { embedded } from './provider.ts';

performanceContract(embedded);
