import { serverContract } from '../server.contract.ts';
import { desk } from './provider.ts';

serverContract(desk);
