/** The messages between a client and the cloud. All plain data (document values are taken care of by the channel). */
import type { ServiceName } from '#ports/control.ts';
import type { ErrorData } from '#provider-kit/error-data.ts';

/** The eight hosted services, and the operator's door. */
export type Room = ServiceName | 'control';

/** Operator's connection beside a client's own; it outlives faults of the network. */
const operatorMark = '/operator';
export const operatorOf = (clientId: string): string => `${clientId}${operatorMark}`;
export const isOperator = (clientId: string): boolean => clientId.endsWith(operatorMark);

export type ToCloud =
  /**
   * `token` is the person's id token, or `null`; sent on connecting and whenever it changes. `exact`: numbers of documents come as
   * they are stored (docs/exact-number.ts); otherwise as the nearest that the language has.
   */
  | {
      readonly type: 'hello';
      readonly clientId: string;
      readonly token: string | null;
      readonly exact?: boolean;
    }
  | { readonly type: 'identify'; readonly token: string | null }
  | {
      readonly type: 'request';
      readonly id: number;
      readonly room: Room;
      readonly operation: string;
      readonly payload: unknown;
    }
  /** Subscription: events and one `end`, until closed. */
  | {
      readonly type: 'open';
      readonly id: number;
      readonly room: Room;
      readonly topic: string;
      readonly payload: unknown;
    }
  /** Cancels a request, or closes what was opened. */
  | { readonly type: 'close'; readonly id: number };

export type FromCloud =
  /** `at` is the server's time, epoch milliseconds. */
  | { readonly type: 'welcome'; readonly at: number }
  /** The server's clock was moved. */
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly error: ErrorData }
  | { readonly type: 'event'; readonly id: number; readonly value: unknown }
  | { readonly type: 'end'; readonly id: number; readonly error: ErrorData | null }
  /** The cloud drops the connection; reconnecting is useful after `forMs`. Null: it ends, and its clients come back at different times. */
  | { readonly type: 'drop'; readonly forMs: number | null };
