/** Process of a self-hosted backend: every service over PostgreSQL, for any application. Several processes may share a database. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { compileDocRules, compileStorageRules } from '#firebase-rules/rules/rules.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Workers } from '#ports/workers/workers.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { Random } from '#provider-kit/random.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import type { AuthMail, SendNotice } from '../auth/security-notices.ts';
import { openPostgresAuth, type PostgresAuth, type PostgresAuthOptions } from '../auth/postgres-auth.ts';
import { type SocialPage, socialPage } from '../auth/social/social-page.ts';
import type { SocialProviderSet } from '../auth/social/social-providers.ts';
import { configService, PostgresConfig } from '../config/postgres-config.ts';
import type { SqlDatabase } from '../database.ts';
import type { DocIndex } from '../docs/doc-indexes.ts';
import { docsService } from '../docs/docs-service.ts';
import { openPostgresDocs } from '../docs/postgres-docs.ts';
import { postgresServerDocs } from '../docs/server-docs.ts';
import { FileGuard } from '../files/file-guard.ts';
import type { FileStore } from '../files/file-store.ts';
import { filesHttp } from '../files/files-http.ts';
import { filesService } from '../files/files-service.ts';
import { GuardedFiles } from '../files/guarded-files.ts';
import { PostgresUploads } from '../files/postgres-uploads.ts';
import { PostgresFiles } from '../files/postgres-files.ts';
import { type PostgresServer, postgresServer } from '../functions/postgres-server.ts';
import { performanceService, PostgresPerformance } from '../performance/postgres-performance.ts';
import { openPostgresPush, type PostgresPushOptions } from '../push/postgres-push.ts';
import { pushService } from '../push/push-service.ts';
import { openPostgresRealtime } from '../realtime/postgres-realtime.ts';
import { realtimeService } from '../realtime/realtime-service.ts';
import { functionService } from '../wire/function-service.ts';
import { WireServer } from '../wire/wire-server.ts';
import { hostPaths } from './host-paths.ts';
import type { SamlEndpoints } from './saml-http.ts';

/** The hosted application: the same for every process of a database. */
export interface HostedApplication {
  readonly functions: FunctionSet;
  /** Security rules, as they are deployed. */
  readonly rules: { readonly firestore: string; readonly storage: string; readonly database: string };
  readonly indexes: readonly DocIndex[];
}

export interface PostgresHostOptions {
  readonly application: HostedApplication;
  readonly database: SqlDatabase;
  readonly files: FileStore;
  /** Absolute address of the app without a slash at its end, for links in messages. */
  readonly origin: string;
  readonly clock: Clock;
  /** Its ids and secrets can't be guessed. */
  readonly random: Random;
  readonly sendMail: (mail: AuthMail) => void | Promise<void>;
  /** Sends security notices of sign-in; rejects when it can't. Default: `sendMail`. */
  readonly sendNotice?: SendNotice;
  /** Providers of accounts. Default: none. */
  readonly providers?: SocialProviderSet;
  /**
   * Ends the memberships of an account that a provider has disabled or deleted by SCIM. Idempotent. Default: does nothing.
   */
  readonly endMemberships?: (server: ServerPorts, uid: string) => Promise<void>;
  readonly push: Omit<PostgresPushOptions, 'database' | 'clock' | 'random' | 'report'>;
  /** Sign-in: the project's settings, and the cost of a password's hash. Default: a new project's. */
  readonly auth?: Pick<PostgresAuthOptions, 'project' | 'passwordCost'>;
  /** Longest time between looks for due tasks, in milliseconds. Default: 60,000. */
  readonly taskPollMs?: number;
  /** Whether no other process uses the database: the start releases the leases of killed processes. Default: false. */
  readonly isSole?: boolean;
  readonly http: ServerHttp | null;
  /** Mail of functions. Default: none. */
  readonly mail?: ServerMail | null;
  readonly workers: Workers | null;
  /** Gets errors that are in no answer, and where they are from. */
  readonly report: (error: unknown, from: string) => void;
}

export interface PostgresHost {
  readonly wire: WireServer;
  readonly auth: PostgresAuth;
  readonly functions: PostgresServer;
  /** The services with the server's authority. */
  readonly server: ServerPorts;
  readonly config: PostgresConfig;
  readonly performance: PostgresPerformance;
  /** The page for a browser that a provider of accounts sent back with `query`. @throws PortError unavailable */
  signInPage(query: string): Promise<SocialPage>;
  readonly saml: SamlEndpoints;
  /** Answers a request for a file or an upload. */
  serveFiles(request: IncomingMessage, response: ServerResponse, target: URL): Promise<void>;
  /** Begins to run tasks and schedules. */
  start(): Promise<void>;
  /** Ends connections, and waits up to so many milliseconds (default 10,000) for tasks under way. The database stays open. */
  stop(waitMs?: number): Promise<void>;
}

/** @throws PortError unavailable; SyntaxError for rules that can't be read */
export async function openPostgresHost(options: PostgresHostOptions): Promise<PostgresHost> {
  const { application, database, clock, random, origin, sendMail, http, workers } = options;
  const now = () => clock.now();
  const reportFrom = (from: string) => (error: unknown) => options.report(error, from);
  const docs = await openPostgresDocs({
    ...{ database, now, indexes: application.indexes },
    guard: { rules: compileDocRules(application.rules.firestore) },
  });
  const realtime = await openPostgresRealtime({
    ...{ database, clock, report: reportFrom('realtime') },
    guard: { rules: compileDatabaseRules(application.rules.database) },
  });
  const auth = await openPostgresAuth({
    ...options.auth,
    ...{ database, clock, origin, sendMail, report: reportFrom('auth') },
    ...(options.sendNotice && { sendNotice: options.sendNotice }),
    social: { providers: options.providers ?? {}, addresses: socialAddresses(origin) },
  });
  const files = new PostgresFiles({
    ...{ database, clock, random: random.fork('files') },
    ...{ store: options.files, report: reportFrom('files') },
  });
  const push = await openPostgresPush({
    ...options.push,
    ...{ database, clock, random: random.fork('push'), report: options.report },
  });
  const config = new PostgresConfig(database);
  const performance = new PostgresPerformance({ database, clock, report: reportFrom('performance') });
  const serverDocs = postgresServerDocs(docs, clock, random.fork('docs'));
  const functions = postgresServer({
    ...{ database, docs: serverDocs, users: auth.users, realtime: realtime.server, files, push, config },
    ...{ clock, random: random.fork('functions'), functions: application.functions, http, workers },
    mail: options.mail ?? null,
    report: options.report,
    ...(options.taskPollMs !== undefined && { pollMs: options.taskPollMs }),
    ...(options.isSole !== undefined && { isSole: options.isSole }),
  });
  const hints = new Set<(hint: ChangeHint) => void>();
  const stopHints = await docs.watch((hint) => runEach([...hints], (next) => next(hint)));
  const watchHints = (next: (hint: ChangeHint) => void) => {
    const own = (hint: ChangeHint) => next(hint);
    hints.add(own);
    return () => hints.delete(own);
  };
  const peers = random.fork('peers');
  const guard = new FileGuard({ database, now, rules: compileStorageRules(application.rules.storage) });
  const guarded = new GuardedFiles(files, guard);
  const uploads = new PostgresUploads({ database, files, guard, clock, report: reportFrom('files') });
  const serveFiles = filesHttp({
    ...{ below: hostPaths.files, files, guarded, uploads, report: reportFrom('files') },
    callerOf: async (secret) => (await auth.sessionOf(secret))?.caller ?? null,
  });
  const wire = new WireServer({
    services: [
      docsService(docs, watchHints),
      realtimeService(realtime, clock, reportFrom('realtime')),
      auth.service,
      functionService(functions.callFunction),
      pushService(push),
      configService(config),
      performanceService(performance),
      filesService(guarded, uploads),
    ],
    clock,
    newId: () => peers.id(),
    sessionOf: (secret) => auth.sessionOf(secret),
    report: reportFrom('connection'),
  });
  const stopSessions = await auth.watch(() => wire.connected());
  const stopConfig = await config.start();
  return {
    ...{ wire, auth, functions, server: functions.server, config, performance },
    serveFiles,
    signInPage: async (query) => socialPage(await auth.answerFromProvider(query)),
    saml: {
      metadata: () => auth.samlMetadata(),
      page: async (form) => socialPage(await auth.answerFromSamlProvider(form)),
    },
    async start() {
      await push.start();
      files.start();
      performance.start();
      await functions.start();
      auth.start(async (uid) => options.endMemberships?.(functions.server, uid));
    },
    async stop(waitMs) {
      auth.stop();
      await functions.stop(waitMs);
      wire.close();
      stopSessions();
      stopConfig();
      stopHints();
      push.close();
      files.close();
      performance.close();
      realtime.close();
      await auth.close();
    },
  };
}

const socialAddresses = (origin: string) => ({
  redirectUri: `${origin}${hostPaths.signIn}`,
  saml: { metadata: `${origin}${hostPaths.samlMetadata}`, answers: `${origin}${hostPaths.samlAnswers}` },
});
