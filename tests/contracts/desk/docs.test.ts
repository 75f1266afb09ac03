import { docsContract } from '#contracts/docs.contract.ts';
import { desk } from './provider.ts';

docsContract(desk);
