import { docsContract } from '#contracts/docs.contract.ts';
import { minimalProvider } from './provider.ts';

docsContract(minimalProvider());
