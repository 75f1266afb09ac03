import { disposingContract } from '../disposing.contract.ts';
import { embedded, embeddedInWorker } from './provider.ts';

disposingContract(embedded);
disposingContract(embeddedInWorker);
