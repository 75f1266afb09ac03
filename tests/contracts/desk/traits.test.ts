import { traitsContract } from '../traits.contract.ts';
import { desk } from './provider.ts';

traitsContract(desk);
