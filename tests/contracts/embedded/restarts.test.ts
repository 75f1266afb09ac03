import { restartsContract } from '#contracts/restarts.contract.ts';
import { embedded, embeddedInWorker } from './provider.ts';

restartsContract(embedded);
restartsContract(embeddedInWorker, undefined, 'next');
