import { docsContract } from '../docs.contract.ts';
import { minimalProvider } from './provider.ts';

docsContract(minimalProvider());
