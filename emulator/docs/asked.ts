/** Context of every method of the documents service. */
import type { SocketConnection } from '../connection.ts';
import type { Headers } from './caller.ts';
import type { ResourceNames } from './names.ts';

export interface Asked {
  readonly cloud: SocketConnection;
  readonly names: ResourceNames;
  /** Microseconds: nothing was known of the store before. */
  readonly since: number;
  /** An id that the store has given to nobody else. */
  newId(): string;
}

interface WithDatabase {
  readonly database?: string;
}

/** @throws PortError what the status of the answer says */
export type Method<In, Out> = (message: In & WithDatabase, headers: Headers) => Promise<Out>;
