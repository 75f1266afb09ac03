/** The official Auth part, in this process, for suites that need somebody to be signed in. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { joined } from './joined.ts';
import { officialModule } from './tools.ts';

export interface RunningAccounts {
  readonly port: number;
  /** Nobody has an account. */
  begin(): Promise<void>;
  setClaims(uid: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

export async function startAccounts(projectId: string): Promise<RunningAccounts> {
  const running = joined();
  if (running) return { ...accountsAt(running.auth, projectId), stop: async () => {} };
  const { createApp } = officialModule<{ createApp(projectId: string): Promise<RequestListener> }>(
    'emulator/auth/server',
  );
  const server = createServer(await createApp(projectId)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...accountsAt(port, projectId),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function accountsAt(port: number, projectId: string): Omit<RunningAccounts, 'stop'> {
  const origin = `http://127.0.0.1:${port}`;
  const authority = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
  return {
    port,
    async begin() {
      await fetch(`${origin}/emulator/v1/projects/${projectId}/accounts`, {
        method: 'DELETE',
        headers: authority,
      });
    },
    async setClaims(uid, claims) {
      await fetch(`${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, {
        method: 'POST',
        headers: authority,
        body: JSON.stringify({ localId: uid, customAttributes: JSON.stringify(claims) }),
      });
    },
  };
}
