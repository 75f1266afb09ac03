/** Requests to the realtime service beyond those of any server of a tree. */
import type { DatabaseAuth } from '#firebase-rules/rules-realtime/decisions.ts';
import type { TreeRequests, TreeTransaction } from '#query/tree/protocol.ts';

export interface RealtimeOperations extends Omit<TreeRequests, 'transaction'> {
  transaction: {
    /** In place of the value that is compared, the hash of a node. */
    payload: TreeTransaction | (Omit<TreeTransaction, 'base'> & { readonly hash: string });
    reply: TreeRequests['transaction']['reply'];
  };
  /**
   * Identity that the rules see behind this connection; `null`: nobody. Refused as `unauthenticated` while the token is too old.
   */
  identity: { payload: null; reply: DatabaseAuth | null };
  /** The client closes its connection to this service alone. */
  goodbye: { payload: null; reply: null };
}

export type RealtimeOperation = keyof RealtimeOperations;
