import { functionsContract } from '#contracts/functions.contract.ts';
import { desk } from './provider.ts';

functionsContract(desk);
