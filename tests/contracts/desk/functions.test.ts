import { functionsContract } from '../functions.contract.ts';
import { desk } from './provider.ts';

functionsContract(desk);
