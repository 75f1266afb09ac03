/** Options of a cloud. */
import type { AuthProject } from '#ports/auth/project.ts';
import type { Caller, FunctionSet } from '#ports/server/handlers.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { Workers } from '#ports/workers/workers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { DemoAccount, InboxMessage, RulesRefusal } from '#ports/control.ts';
import type { Random } from '#provider-kit/random.ts';
import type { MovableClock } from '#provider-kit/movable-clock.ts';
import type { PasswordWork } from './auth/password-work.ts';
import type { WebPush } from './messaging/web-push.ts';
import type { Quotas } from './quotas.ts';

export interface CloudOptions {
  /** Default: a clock that stands still until moved. */
  readonly clock?: MovableClock;
  /** Default 1. */
  readonly seed?: number;
  /** Source of ids and secrets. Default: `seed`, which makes them predictable. */
  readonly random?: Random;
  readonly functions?: FunctionSet;
  /** Receives errors of backend code and answers of push services that no caller may see: the log of a hosted platform. */
  readonly onFailure?: (failure: FunctionFailure) => void;
  /** Remote configuration published at the start. */
  readonly config?: Readonly<Record<string, string>>;
  /**
   * Configuration template with conditions, as it is deployed (the content of `remoteconfig.template.json`); `config` is laid over
   * it.
   */
  readonly configTemplate?: string;
  /** The country that clients seem to be in, ISO 3166-1 alpha-2, for conditions of the configuration. Default: none is known. */
  readonly country?: string;
  /** Default: a few rounds in the turn of the request, for accounts that tests make by the dozen. */
  readonly passwords?: PasswordWork;
  /** Quotas of a visitor. Default: none, for tests and for a browser's own cloud. */
  readonly quotas?: Quotas;
  /** Accounts that a visitor may enter as. */
  readonly accounts?: readonly DemoAccount[];
  /**
   * The text of `firestore.indexes.json`. A query that needs an index which is not in it is refused, as production refuses it.
   * Absent: every query is served.
   */
  readonly indexes?: string;
  /**
   * Sources of the security rules, as they are deployed. A service without rules is open to all, for small tests. Invalid sources: the
   * cloud's constructor throws a `RulesError`.
   */
  readonly rules?: {
    readonly firestore?: string;
    readonly storage?: string;
    readonly database?: string;
  };
  /** Receives every access that the rules refused, with the reason. */
  readonly onRefusal?: (refusal: RulesRefusal) => void;
  /**
   * Whether errors say why to their caller: refusals by the rules with the rule and the values that decided, failures of the cloud with
   * their message. Default true, for tests and for a browser's own cloud. A cloud for others: false; the reasons go to `onRefusal`
   * and `onFailure` alone.
   */
  readonly explainRefusals?: boolean;
  /**
   * Caller of a token that is not from this cloud; `null` for nobody. For emulations of local tools only; `owner` is above the
   * rules. Default: nobody.
   */
  readonly believe?: (token: string) => Caller | null;
  /** Whether there are social providers. Their accounts are made up, so anybody may be any of them. Default true. */
  readonly socialAccounts?: boolean;
  /** Sign-in settings. Default: every method, and the settings of a new project. */
  readonly auth?: AuthProject;
  /** Receives each message to a person, as it is sent. */
  readonly onMessage?: (message: InboxMessage) => void;
  /** Sender of messages that no open page takes. Default: they wait. */
  readonly webPush?: WebPush;
  /** Brings imported state to what the application needs today; the import waits for it. */
  readonly onImport?: (server: ServerPorts) => Promise<void>;
  /** Address of the application, for links in emails. Default `http://localhost`. */
  readonly origin?: string;
  /** Outbound HTTP of backend code. Default: none. */
  readonly http?: ServerHttp;
  /** Mail of backend code; `null`: none. Default: into the inbox (`control.inbox`). */
  readonly mail?: ServerMail | null;
  /** Threads of backend code. Default: none. */
  readonly workers?: Workers;
}

export interface FunctionFailure {
  readonly kind: 'callable' | 'http' | 'background' | 'schedule' | 'task' | 'push' | 'request';
  /** Never what a client or sender has written: that may hold a key. */
  readonly name: string;
  readonly error: unknown;
}
