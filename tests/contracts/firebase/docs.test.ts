import { disposingContract } from '#contracts/disposing.contract.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { restartsContract } from '#contracts/restarts.contract.ts';
import { documents, liveQuery } from '#contracts/restarts/data-chapters.ts';
import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { traitsContract } from '#contracts/traits.contract.ts';
import { firebaseDocs } from './stage.ts';

docsContract(firebaseDocs);
disposingContract(firebaseDocs);
restartsContract(firebaseDocs, [documents, liveQuery]);
subscriptionsContract(firebaseDocs, 'docs');
traitsContract(firebaseDocs, 'docs');
