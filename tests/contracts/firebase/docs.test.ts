import { disposingContract } from '../disposing.contract.ts';
import { docsContract } from '../docs.contract.ts';
import { restartsContract } from '../restarts.contract.ts';
import { documents, followed } from '../restarts/data-chapters.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
import { firebaseDocs } from './stage.ts';

docsContract(firebaseDocs);
disposingContract(firebaseDocs);
restartsContract(firebaseDocs, [documents, followed]);
subscriptionsContract(firebaseDocs, 'docs');
traitsContract(firebaseDocs, 'docs');
