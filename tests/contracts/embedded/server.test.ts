import { serverContract } from '#contracts/server.contract.ts';
import { embedded } from './provider.ts';

serverContract(embedded);
