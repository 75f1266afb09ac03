import { disposingContract } from '../disposing.contract.ts';
import { desk } from './provider.ts';

disposingContract(desk);
