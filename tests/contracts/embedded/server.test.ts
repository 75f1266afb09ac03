import { serverContract } from '../server.contract.ts';
import { embedded } from './provider.ts';

serverContract(embedded);
