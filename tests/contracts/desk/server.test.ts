import { serverContract } from '#contracts/server.contract.ts';
import { desk } from './provider.ts';

serverContract(desk);
