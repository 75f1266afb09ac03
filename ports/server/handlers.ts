/** Handlers of backend code, which the runtime of any provider can run. */
import type { CancelSignal, Json } from '../shared.ts';
import type { ServerPorts } from './server.ts';

export interface Caller {
  readonly uid: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface CallContext extends ServerPorts {
  /** `null` when nobody is signed in. */
  readonly caller: Caller | null;
  /** Aborted when the caller cancels or is gone. The function may go on; nobody waits for its answer. */
  readonly signal: CancelSignal;
  /** Sends a part of the answer ahead; dropped unless the caller asked for a stream. */
  send(chunk: Json): void;
}

/**
 * Throws a `PortError` to refuse: its code, message and details reach the caller. Anything else reaches it as `internal`, with
 * a message that tells nothing. Input and answer are JSON.
 */
export type Callable = (input: unknown, context: CallContext) => Promise<unknown>;

export interface HttpRequest {
  readonly method: string;
  /** Path and query, starting with `/`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unchanged body, at most 10 MiB. */
  readonly body: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A throw is answered by 500. Without a handler every request is answered by 404; a body that is too large by 413. */
export type HttpHandler = (request: HttpRequest, server: ServerPorts) => Promise<HttpResponse>;

export interface TaskSchedule {
  /**
   * Runs this often, on the server's clock, counted from when the code was deployed and not from when a run ended. A run still
   * going when the next is due makes that one be left out. A throw changes nothing: it runs again when next due.
   */
  readonly everyMs: number;
  run(server: ServerPorts): Promise<void>;
}

/** Runs at least once for each task; a throw is retried with back-off (1 s, doubled up to an hour), at most 100 times. */
export type TaskHandler = (payload: Json, server: ServerPorts) => Promise<void>;

export interface FunctionSet {
  readonly callables: Readonly<Record<string, Callable>>;
  /** Handler of HTTP requests to all paths. */
  readonly http?: HttpHandler;
  readonly schedules?: Readonly<Record<string, TaskSchedule>>;
  readonly tasks?: Readonly<Record<string, TaskHandler>>;
}
