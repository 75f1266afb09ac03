import { disposingContract } from '#contracts/disposing.contract.ts';
import { desk } from './provider.ts';

disposingContract(desk);
