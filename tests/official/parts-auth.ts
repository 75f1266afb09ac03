/** The official Auth part in this process: the service of `emulators:start --only auth`, on a port of its own. */
import type { RequestListener } from 'node:http';
import type { AuthProject } from '#ports/auth/project.ts';
import type { InboxMessage } from '#ports/control.ts';
import type { PartState } from './hosted-auth/wire.ts';
import { projectId } from './parts.ts';
import { serve } from './serve.ts';
import { officialModule, officialPackage } from './tools.ts';

interface AuthServerModule {
  createApp(project: string, mode: undefined, states: Map<string, unknown>): Promise<RequestListener>;
}

export interface AuthPart {
  /** `host:port`. */
  readonly host: string;
  readonly port: number;
  /** State since the last reset. */
  state(): PartState;
  /** Forgets every account and setting, and takes on those of a project. */
  reset(project?: AuthProject): Promise<void>;
  /** Messages that it would have sent, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  close(): Promise<void>;
}

interface SentLink {
  readonly email: string;
  /** New address in a link that confirms a change. */
  readonly newEmail?: string;
  readonly oobCode: string;
  readonly oobLink: string;
}
interface SentCode {
  readonly phoneNumber: string;
  readonly code: string;
}

/** Start it once for many tests, and `reset` it between them. */
export async function startAuthPart(): Promise<AuthPart> {
  compileWhenUsed();
  const states = new Map<string, unknown>();
  const { createApp } = officialModule<AuthServerModule>('emulator/auth/server');
  const { port, stop } = await serve(await createApp(projectId, undefined, states));
  const host = `127.0.0.1:${port}`;
  const ask = askAuthPart(host);
  const own = `/emulator/v1/projects/${projectId}`;
  return {
    host,
    port,
    state() {
      const state = states.get(projectId);
      if (!state) throw new Error('The Auth part was not reset yet.');
      return state as PartState;
    },
    async reset(project = {}) {
      states.clear();
      await ask('PATCH', `${own}/config`, {
        signIn: { allowDuplicateEmails: project.oneAccountPerEmail === false },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: project.enumerationProtection !== false },
      });
      await ask('PATCH', `/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=mfa`, {
        mfa: { state: 'ENABLED', enabledProviders: ['PHONE_SMS'] },
      });
    },
    async inbox() {
      const { oobCodes = [] } = (await ask('GET', `${own}/oobCodes`)) as { oobCodes?: SentLink[] };
      const { verificationCodes = [] } = (await ask('GET', `${own}/verificationCodes`)) as {
        verificationCodes?: SentCode[];
      };
      return [
        ...oobCodes.map((sent, at) =>
          message(`link-${at}`, 'email', sent.newEmail ?? sent.email, sent.oobLink),
        ),
        ...verificationCodes.map((sent, at) => message(`code-${at}`, 'sms', sent.phoneNumber, sent.code)),
      ].toReversed();
    },
    close: stop,
  };
}

/** Request to a part with the server's authority. */
export const askAuthPart =
  (host: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://${host}${path}`, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The Auth part answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };

/** Message without text around the link or code, and without a time. */
const message = (id: string, channel: InboxMessage['channel'], to: string, action: string): InboxMessage => ({
  id,
  channel,
  to,
  subject: '',
  body: action,
  action,
  sentAt: 0,
});

/**
 * Validators of requests are compiled when they are first used, as `exegesis` offers: those of the whole API take 10 of the 12 s of
 * processor that the part would need to start.
 */
function compileWhenUsed(): void {
  const api = officialPackage<Api>('exegesis-express');
  const { middleware } = api;
  api.middleware = (document, options) =>
    middleware(document, { ...options, lazyCompileValidationSchemas: true });
}

interface Api {
  middleware(document: object, options: object): Promise<RequestListener>;
}
