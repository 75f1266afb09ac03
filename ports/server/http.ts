/** Requests of backend code to the outside, to addresses that people entered. */

export interface OutgoingRequest {
  /**
   * `http` on port 80, `https` on 443 or 8443; at most 2,000 characters, without a user name and a password. A name must stand for public addresses alone.
   */
  readonly url: string;
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** At most 20, without those that the connection sets for itself. Not sent on to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of any but a `GET`: text of at most 65,536 bytes. */
  readonly body?: string;
  /** Of the answer that is there already: an unchanged one has status 304 and no body. */
  readonly known?: AnswerVersion;
  /** Of the answer's body, as sent and decoded: 1 to 5,242,880 bytes. Default 5,242,880. */
  readonly maxBytes?: number;
  /** For everything, redirects and the body too: 1 to 60,000 ms. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Validators of a response (`ETag`, `Last-Modified`), to be sent with the next request. */
export interface AnswerVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface OutgoingAnswer {
  /** 100 to 999; any but of a redirect that was followed: 404 and 500 are answers. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly version: AnswerVersion;
}

/** Why there was no answer, in the details of the error: `{ reason }`. */
export const httpRefusals = {
  address: 'invalid-argument',
  port: 'invalid-argument',
  credentials: 'invalid-argument',
  private: 'permission-denied',
  downgrade: 'permission-denied',
  redirects: 'failed-precondition',
  size: 'out-of-range',
  time: 'deadline-exceeded',
  'look-up': 'unavailable',
  certificate: 'unavailable',
  connection: 'unavailable',
  encoding: 'data-loss',
} as const;

export type HttpRefusal = keyof typeof httpRefusals;

export interface ServerHttp {
  /**
   * Follows up to five redirects of a `GET`, each held to the same rules and none from `https` to `http`; a redirect of another method is its answer.
   * The name is looked up once for each connection, and the connection goes to an address of that answer. Neither message nor
   * details of an error have the address in them: it may be a secret.
   * @throws the code of a reason in `httpRefusals`; TypeError for a request that no person's input makes
   */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}
