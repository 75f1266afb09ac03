import { backendContract } from '#contracts/backend.contract.ts';
import { copiesContract } from '#contracts/backend/copies.ts';
import { faultsContract } from '#contracts/backend/faults.ts';
import { desk } from './provider.ts';

backendContract(desk);
faultsContract(desk);
copiesContract(desk);
