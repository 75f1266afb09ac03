import type { Credential } from './auth/auth.ts';
import type { DocData } from './docs/values.ts';
import type { PortErrorCode } from './errors.ts';
import type { HttpRequest, HttpResponse } from './server/handlers.ts';
import type { Unsubscribe } from './shared.ts';

export type ServiceName =
  | 'auth'
  | 'docs'
  | 'realtime'
  | 'functions'
  | 'storage'
  | 'messaging'
  | 'config'
  | 'performance';

/** Injected fault. Default for `times`: 1. Durations are milliseconds, 0 or more. */
export type Fault =
  | {
      readonly kind: 'latency';
      readonly service?: ServiceName;
      readonly ms: number;
      /** Up to so much more, drawn anew for each request from the backend's seed. Default 0. */
      readonly jitterMs?: number;
      readonly times?: number;
    }
  | {
      readonly kind: 'refuse';
      readonly service: ServiceName;
      /** The operation, as the provider names it (`get`, `commit`, `call:declareIncident`); absent: any. */
      readonly operation?: string;
      readonly code: PortErrorCode;
      readonly message?: string;
      readonly times?: number;
    }
  /** The connection drops after the request arrived and before its answer is sent: was it done, or not? */
  | {
      readonly kind: 'lose-answer';
      readonly service: ServiceName;
      readonly operation?: string;
      readonly times?: number;
    }
  /** No more than `requests` in any `perMs`; what exceeds it is refused as `resource-exhausted`. Stays until cleared. */
  | {
      readonly kind: 'quota';
      readonly service: ServiceName;
      readonly operation?: string;
      /** 0 or more. */
      readonly requests: number;
      /** More than 0. */
      readonly perMs: number;
    }
  /**
   * Crash of the backend in the middle of a request, with an immediate restart; every client is disconnected. A batch interrupted after
   * `afterWrites` writes is rolled back, for batches are atomic; a completed one stays, unanswered. For functions a single run crashes
   * (`call:NAME`, `task:NAME`, `schedule:NAME`, `http`): after its `afterWrites`th write, the last one too, the run stops, and its answer
   * is `unavailable`. Its earlier writes stay; a run with fewer writes does not crash.
   */
  | {
      readonly kind: 'crash';
      readonly service: 'docs' | 'realtime' | 'functions';
      readonly operation?: string;
      readonly afterWrites: number;
      readonly times?: number;
    }
  /** Every client is cut off, at once. */
  | { readonly kind: 'disconnect'; readonly forMs: number }
  /** The clock of this client is wrong from now on: ahead by so much, or behind when below 0. */
  | { readonly kind: 'clock-skew'; readonly ms: number };

/** A message that left the backend for a person: what an inbox or a phone would show. */
export interface InboxMessage {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The link or code that the message is about. */
  readonly action: string;
  /** Epoch milliseconds, server time. */
  readonly sentAt: number;
}

/** Current code of an authenticator app, for a secret that this backend has issued. */
export interface AuthenticatorCode {
  readonly secret: string;
  /** `null` while it is being set up. */
  readonly factorId: string | null;
  /** The account's address, or its id where it has none. */
  readonly account: string;
  readonly code: string;
  /** When the next one takes its place: epoch milliseconds, server time. */
  readonly until: number;
}

/** Account that a visitor may enter with one click. */
export interface DemoAccount {
  readonly name: string;
  readonly description: string;
  readonly credential: Credential;
}

/** An access that the security rules refused, told so that whoever writes the rules sees why. */
export interface RulesRefusal {
  /** Server time, epoch milliseconds. */
  readonly at: number;
  /** The caller; `null` for somebody not signed in. */
  readonly uid: string | null;
  readonly service: Extract<ServiceName, 'docs' | 'storage' | 'realtime'>;
  readonly method: string;
  readonly path: string;
  /** The rule that came nearest, and where it stands; `null` when none is for this method at this path. */
  readonly rule: { readonly line: number; readonly column: number; readonly text: string } | null;
  /** The smallest part of it that was false or failed, and what it was. */
  readonly expression: {
    readonly line: number;
    readonly column: number;
    readonly text: string;
    readonly problem: string;
  } | null;
  /** The whole message in one sentence. */
  readonly message: string;
}

/** A rehearsal backend in the operator's hands: what a test or a demonstration's panel holds. */
export interface Control {
  /** Server time, epoch milliseconds. */
  now(): number;
  /** Moves the server's time forward; whatever falls due fires in order. Resolves once it has all been done. */
  advance(ms: number): Promise<void>;
  /** Cuts this client off, or joins it again. Other clients are not touched. */
  setNetwork(online: boolean): void;
  networkOnline(): boolean;
  /** Each change of `networkOnline`. */
  onNetwork(next: (online: boolean) => void): Unsubscribe;
  /**
   * Adds a fault to the end of the queue. The operator's own requests never meet one.
   * @throws invalid-argument for a number out of its bounds; nothing is arranged then
   */
  inject(fault: Fault): Promise<void>;
  /** No fault is left, and the clock is right again. */
  clearFaults(): Promise<void>;
  /** Sends a request to the backend's HTTP functions, as a machine on the internet would. */
  http(request: HttpRequest): Promise<HttpResponse>;
  /** Messages sent so far, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  /** Codes that authenticator apps show now, newest first: of factors that are set up, and of those about to be. */
  authenticator(): Promise<readonly AuthenticatorCode[]>;
  accounts(): Promise<readonly DemoAccount[]>;
  /** Content of a document, whatever the rules; `null` when there is none. @throws TypeError for what is no document path */
  readDocument(path: string): Promise<DocData | null>;
  /**
   * Changes remote configuration on the server, published at once to everyone. `null` removes the value.
   * @throws invalid-argument for a bad key, out-of-range for more than 3,000 keys or 1,000,000 characters; nothing changes then
   */
  publishConfig(values: Readonly<Record<string, string | null>>): Promise<void>;
  /** Latest refusals of the security rules, newest first; at most 50. */
  refusals(): Promise<readonly RulesRefusal[]>;
  /**
   * Replaces remote configuration by the content of a file as the provider deploys it, with conditions and percentages, published at
   * once. `publishConfig` then changes the values that hold where no condition does.
   * @throws invalid-argument saying what can't be read and where, out-of-range as above; nothing changes then
   */
  publishConfigFile(text: string): Promise<void>;
  /** Back to how the cloud was when it was created. Every client is signed out. */
  reset(): Promise<void>;
  /**
   * Everything that the backend holds, of all services, as a text to keep; without what opens an account (codes and links
   * that were sent, secrets of authenticator apps, the key that signs tokens). Passwords are in it as hashes.
   */
  exportCloud(): Promise<string>;
  /**
   * Replaces everything with what `exportCloud` gave, all or nothing. Every client is cut off, and comes back to the new state:
   * signed in where the text knows their session, else signed out.
   * @throws invalid-argument for a text that is no export, is damaged, or is of another version; nothing changes then
   */
  importCloud(text: string): Promise<void>;
}
