import { performanceContract } from '../performance.contract.ts';
import { embedded } from './provider.ts';

performanceContract(embedded);
