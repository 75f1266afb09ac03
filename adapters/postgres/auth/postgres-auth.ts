/** Sign-in on the server: accounts, sessions and codes in the database, which several servers share. */
import type { AuthProject } from '#ports/auth/project.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { actionLink } from '#provider-kit/auth/action-links.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { ResolvedProject } from '#provider-kit/auth/project.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { SqlDatabase } from '../database.ts';
import type { Peer, PeerSession, WireCall, WireService } from '../wire/peer.ts';
import { verifiedClaims } from './access-tokens.ts';
import { ownAccountCalls } from './account-operations.ts';
import { Attempts } from './attempts.ts';
import type { AuthCall } from './auth-calls.ts';
import { AuthFields } from './auth-fields.ts';
import { storedAuthKeys } from './auth-keys.ts';
import { type AuthMail, SecurityNotices, type SendNotice } from './security-notices.ts';
import { inOneTransaction, type SignInState } from './sign-in-state.ts';
import { addActionCode, expiredKnownMs } from './action-records.ts';
import { eachMinute } from './each-minute.ts';
import { factorCalls } from './factor-operations.ts';
import { linkingCalls } from './linking-operations.ts';
import { mailCalls } from './mail-operations.ts';
import { passkeyCalls } from './passkeys/passkey-operations.ts';
import { defaultPasswordCost, type PasswordCost, PasswordHasher } from './password-hashes.ts';
import {
  answerFromProvider,
  answerFromSamlProvider,
  type SocialAnswer,
  socialCalls,
} from './social/social-operations.ts';
import { type SocialAddresses, SocialProviders, type SocialProviderSet } from './social/social-providers.ts';
import { openScim, type PostgresScim } from './scim/open-scim.ts';
import type { EndMemberships } from './scim/scim-ends.ts';
import { postgresUsers } from './server-users.ts';
import { SessionWatch } from './session-watch.ts';
import { signInCalls } from './sign-in-operations.ts';

export interface PostgresAuthOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Default: a new project's settings. */
  readonly project?: AuthProject;
  /** Providers of accounts, and the absolute addresses to which they send browsers back. Default: none. */
  readonly social?: { readonly providers: SocialProviderSet; readonly addresses: SocialAddresses };
  /** Absolute address of the application without a slash at its end, for links in messages. */
  readonly origin: string;
  /** Takes a message over for delivery; rejects when it can't. */
  readonly sendMail: (mail: AuthMail) => void | Promise<void>;
  /** Sends security notices. Default: `sendMail`. */
  readonly sendNotice?: SendNotice;
  /** Cost of a new password's hash. Default: 32 MiB of memory, three times. */
  readonly passwordCost?: PasswordCost;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

export interface PostgresAuth {
  /** Calls of the names `auth.…`. */
  readonly service: WireService;
  readonly users: ServerUsers;
  /** For `WireServer`. @throws PortError unavailable */
  sessionOf(secret: string): Promise<PeerSession | null>;
  /** Whose access token it is; `null` for one that has expired or was not signed here. Sessions that have ended are not looked at. */
  callerOf(token: string): Caller | null;
  /** A sign-in link for the address, good once, for the operator of the program. @throws auth/invalid-email, unavailable */
  signInLink(email: string, continueUrl: string): Promise<string>;
  /** Takes what a provider sent a browser back with: `query` of the address. @throws PortError unavailable */
  answerFromProvider(query: string): Promise<SocialAnswer>;
  /** Takes what a SAML provider posted through a browser: the fields of a form. @throws PortError unavailable */
  answerFromSamlProvider(form: string): Promise<SocialAnswer>;
  /** XML for SAML providers; `null` where there are none. */
  samlMetadata(): Promise<string | null>;
  readonly scim: PostgresScim;
  /** Ends sessions of connections, and updates their callers, once another server or this one changes them. */
  watch(peers: () => Iterable<Peer>): Promise<Unsubscribe>;
  /**
   * At once and each minute: sends security notices that are due, and ends the memberships of users whom a provider has deactivated or
   * deleted.
   */
  start(end: EndMemberships): void;
  /** Ends the repetition. */
  stop(): void;
  /** Resolves once all work that no answer waited for is done. */
  rest(): Promise<void>;
  /** Ends timers, and waits as `rest` does. */
  close(): Promise<void>;
}

const sweepEveryMs = 3_600_000;

export async function openPostgresAuth(options: PostgresAuthOptions): Promise<PostgresAuth> {
  const { database, clock, report, sendMail } = options;
  const underWay = new Set<Promise<void>>();
  const background = (work: () => Promise<void>) => {
    const done = work()
      .catch(report)
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const sessions = new SessionWatch({ database, clock, report });
  const { origin } = options;
  const social = new SocialProviders(
    options.social?.providers ?? {},
    options.social?.addresses ?? { redirectUri: origin, saml: { metadata: origin, answers: origin } },
  );
  const keys = await storedAuthKeys(database);
  const notices = new SecurityNotices({
    ...{ database, clock, background, report },
    key: keys.factors,
    send: options.sendNotice ?? sendMail,
  });
  const state: SignInState = {
    database,
    clock,
    project: new ResolvedProject(options.project, social.areThereAny),
    social,
    passwords: new PasswordHasher(options.passwordCost ?? defaultPasswordCost),
    attempts: new Attempts(database, () => clock.now()),
    keys,
    origin,
    sendMail: (mail) => sendMail(mail),
    notices,
    changed: (uid) => sessions.changed(uid),
    background,
  };
  const scim = openScim(state, options.social?.providers ?? {}, report);
  const calls = {
    ...signInCalls(state),
    ...ownAccountCalls(state),
    ...mailCalls(state),
    ...factorCalls(state),
    ...linkingCalls(state),
    ...passkeyCalls(state),
    ...(social.areThereAny ? socialCalls(state) : {}),
  };
  let cancelSweep = () => {};
  const sweepLater = () => {
    cancelSweep = clock.setTimer(() => {
      background(() => sweep(database, clock.now()));
      sweepLater();
    }, sweepEveryMs);
  };
  sweepLater();
  let cancelRepetition = () => {};
  const stop = () => {
    cancelRepetition();
    scim.stop();
  };
  const rest = async () => {
    // Work may begin other work: a change stores a mail, whose sending begins after the commit.
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    service: {
      calls: Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [`auth.${name}`, wireCall(call)]),
      ),
    },
    users: postgresUsers(state),
    sessionOf: (secret) => sessions.sessionOf(secret),
    callerOf(token) {
      const claims = verifiedClaims(token, state.keys.tokens);
      if (claims?.['aud'] !== 'access' || Number(claims['exp']) * 1000 <= clock.now()) return null;
      return { uid: String(claims['sub']), claims };
    },
    signInLink(email, continueUrl) {
      const address = normalEmail(email);
      return inOneTransaction(state, async ({ sql }) => {
        const action = {
          operation: 'sign-in',
          uid: null,
          email: address,
          previousEmail: null,
          factor: null,
        } as const;
        const code = await addActionCode(sql, action, clock.now());
        return actionLink('sign-in', code, { continueUrl, language: null, origin });
      });
    },
    answerFromProvider: (query) => answerFromProvider(state, query),
    answerFromSamlProvider: (form) => answerFromSamlProvider(state, form),
    samlMetadata: () => social.samlMetadata(),
    scim,
    watch: (peers) => sessions.watch(peers),
    start(end) {
      scim.start(end);
      cancelRepetition = eachMinute(clock, () => {
        notices.sendDue();
        scim.run();
      });
    },
    stop,
    rest,
    async close() {
      cancelSweep();
      stop();
      await rest();
    },
  };
}

const wireCall =
  (call: AuthCall): WireCall =>
  (input, peer, { signal }) =>
    call(new AuthFields(input), { connection: peer.id, network: peer.network, signal });

/** Removes what has expired. */
async function sweep(database: SqlDatabase, now: number): Promise<void> {
  await database.rows('DELETE FROM auth_attempts WHERE until <= $1', [now]);
  await database.rows('DELETE FROM auth_pending WHERE expires <= $1', [now]);
  await database.rows('DELETE FROM auth_social_flows WHERE expires <= $1', [now]);
  await database.rows('DELETE FROM auth_saml_assertions WHERE expires <= $1', [now]);
  await database.rows('DELETE FROM auth_passkey_flows WHERE expires <= $1', [now]);
  await database.rows('DELETE FROM auth_codes WHERE expires <= $1', [now - expiredKnownMs]);
}
