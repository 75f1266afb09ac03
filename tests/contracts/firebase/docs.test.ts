import { docsContract } from '../docs.contract.ts';
import { firebaseDocs } from './stage.ts';

docsContract(firebaseDocs({}));
