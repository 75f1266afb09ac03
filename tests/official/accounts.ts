/** Official Auth part for suites that need a signed-in person: the running one, or one in this process. */
import { joined } from './joined.ts';
import { projectId } from './parts.ts';
import { askAuthPart, startAuthPart } from './parts-auth.ts';

export interface RunningAccounts {
  readonly port: number;
  /** Removes all accounts. */
  begin(): Promise<void>;
  setClaims(uid: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

export async function startAccounts(): Promise<RunningAccounts> {
  const running = joined();
  const { port, close } = running ? { port: running.auth, close: async () => {} } : await startAuthPart();
  const ask = askAuthPart(`127.0.0.1:${port}`);
  return {
    port,
    async begin() {
      await ask('DELETE', `/emulator/v1/projects/${projectId}/accounts`);
    },
    async setClaims(uid, claims) {
      await ask('POST', `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, {
        localId: uid,
        customAttributes: JSON.stringify(claims),
      });
    },
    stop: close,
  };
}
