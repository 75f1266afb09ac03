/** The official Auth part, in this process: what `emulators:start --only auth` serves, on a port of its own. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuthProject } from '#ports/auth/project.ts';
import type { InboxMessage } from '#ports/control.ts';
import { projectId } from './parts.ts';
import { officialModule } from './tools.ts';

interface AuthServerModule {
  createApp(project: string, mode: undefined, states: Map<string, unknown>): Promise<RequestListener>;
}

export interface AuthPart {
  /** `host:port`. */
  readonly host: string;
  /** Forgets every account and setting, and takes on those of a project. */
  reset(project?: AuthProject): Promise<void>;
  /** Messages that it would have sent, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  close(): Promise<void>;
}

interface SentLink {
  readonly email: string;
  /** Where a link goes that confirms a change of address. */
  readonly newEmail?: string;
  readonly oobCode: string;
  readonly oobLink: string;
}
interface SentCode {
  readonly phoneNumber: string;
  readonly code: string;
}

/** Takes 4 to 5 s: start it once for many tests, and `reset` it between them. */
export async function startAuthPart(): Promise<AuthPart> {
  const states = new Map<string, unknown>();
  const { createApp } = officialModule<AuthServerModule>('emulator/auth/server');
  const server = createServer(await createApp(projectId, undefined, states));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://${host}${path}`, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The Auth part answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const own = `/emulator/v1/projects/${projectId}`;
  return {
    host,
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
    close: () => closed(server),
  };
}

/** It writes no text around a link or a code, and no time. */
const message = (id: string, channel: InboxMessage['channel'], to: string, action: string): InboxMessage => ({
  id,
  channel,
  to,
  subject: '',
  body: action,
  action,
  sentAt: 0,
});

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
