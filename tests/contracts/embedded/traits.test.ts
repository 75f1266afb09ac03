import { traitsContract } from '../traits.contract.ts';
import { embedded } from './provider.ts';

traitsContract(embedded);
