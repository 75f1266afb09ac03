import { traitsContract } from '#contracts/traits.contract.ts';
import { embedded } from './provider.ts';

traitsContract(embedded);
