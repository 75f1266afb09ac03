import { performanceContract } from '../performance.contract.ts';
import { desk } from './provider.ts';

performanceContract(desk);
