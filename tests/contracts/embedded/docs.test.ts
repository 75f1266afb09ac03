import { docsContract } from '../docs.contract.ts';
import { embedded } from './provider.ts';

docsContract(embedded);
