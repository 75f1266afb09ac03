import { docsContract } from '../docs.contract.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
import { firebaseDocs } from './stage.ts';

docsContract(firebaseDocs);
subscriptionsContract(firebaseDocs, 'docs');
traitsContract(firebaseDocs, 'docs');
