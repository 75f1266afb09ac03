import { docsContract } from '../docs.contract.ts';
import { desk } from './provider.ts';

docsContract(desk);
