import { traitsContract } from '#contracts/traits.contract.ts';
import { desk } from './provider.ts';

traitsContract(desk);
