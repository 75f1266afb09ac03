/** Network driver of a provider: a DNS look-up, a connection, a timer. All rules about requests are in the shell. */
import { PortError } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { type HttpRefusal, httpRefusals } from '#ports/server/http.ts';

export interface HttpNetwork {
  /** Every address of a name. Rejects with `httpError('look-up')`, whatever the cause. */
  lookUp(name: string): Promise<readonly string[]>;
  /**
   * A request over a new connection to `address` and no other; ended by the signal. Rejects with a domain error. The
   * body is decoded piece by piece, as it is read; its reading ends with an error when more than `maxBytes` arrive.
   */
  exchange(hop: HttpHop, signal: CancelSignal): Promise<HttpHopAnswer>;
  /** Returns how to stop it. */
  setTimer(run: () => void, delayMs: number): () => void;
}

export interface HttpHop {
  /** An address that was checked. */
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** Host name of the address that a person gave, for the certificate. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly maxBytes: number;
}

export interface HttpHopAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

const sentences: Readonly<Record<HttpRefusal, string>> = {
  address: 'This is no address of a page: it begins with https:// or http://.',
  port: 'Only the ports 80 (http), 443 and 8443 (https) can be reached.',
  credentials: 'An address with a user name or a password in it can’t be used.',
  private: 'This address leads into a private network, which can’t be reached from here.',
  downgrade: 'The server leads on from https to http.',
  redirects: 'The server leads on too often.',
  size: 'The answer is too large.',
  time: 'The server took too long to answer.',
  'look-up': 'There is no server of this name.',
  certificate: 'The server’s certificate is not valid.',
  connection: 'The server can’t be reached.',
  encoding: 'The answer can’t be decoded.',
};

export const httpError = (reason: HttpRefusal): PortError =>
  new PortError(httpRefusals[reason], sentences[reason], { details: { reason } });
