import { backendContract } from '../backend.contract.ts';
import { copiesContract } from '../backend/copies.ts';
import { faultsContract } from '../backend/faults.ts';
import { desk } from './provider.ts';

backendContract(desk);
faultsContract(desk);
copiesContract(desk);
