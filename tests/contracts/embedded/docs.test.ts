import { docsContract } from '#contracts/docs.contract.ts';
import { embedded } from './provider.ts';

docsContract(embedded);
