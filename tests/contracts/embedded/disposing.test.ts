import { disposingContract } from '#contracts/disposing.contract.ts';
import { embedded, embeddedInWorker } from './provider.ts';

disposingContract(embedded);
disposingContract(embeddedInWorker);
