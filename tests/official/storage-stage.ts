/** The Firebase provider's files, on the official Storage and Auth parts. */
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/storage/driver.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerPorts, ServerStorage } from '#ports/server/server.ts';
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import type { Provider, Stage } from '#tests/contracts/harness.ts';
import storageRules from '#tests/contracts/rules/storage.rules?raw';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { type RunningStorage, startStorage } from './parts-storage.ts';
import { officialStage, projectId, storageBucket } from './stage.ts';
import { takeTime } from './time.ts';

interface Parts {
  readonly auth: RunningAccounts;
  readonly storage: RunningStorage;
}

/** The parts run from the first stage on; whoever declares the suite stops them. */
export function officialStorage(gaps: Readonly<Record<string, string>>): {
  readonly provider: Provider;
  stop(): Promise<void>;
} {
  let starting: Promise<Parts> | null = null;
  const start = async (): Promise<Parts> => {
    const [auth, storage] = await Promise.all([startAccounts(projectId), startStorage(projectId)]);
    return { auth, storage };
  };
  return {
    provider: {
      name: 'firebase, official parts',
      manifest: firebaseCapabilities,
      gaps,
      stage: async (options) => raise(await (starting ??= start()), options.rules?.storage ?? storageRules),
    },
    async stop() {
      const parts = await starting;
      await parts?.storage.stop();
      await parts?.auth.stop();
    },
  };
}

async function raise({ auth, storage }: Parts, rules: string): Promise<Stage> {
  const documents = new Map<string, DocData>();
  await auth.begin();
  await storage.begin(rules, documents);
  const ports = { auth: auth.port, storage: storage.port };
  return officialStage(ports, takeTime(), serverOf(storage.port, documents));
}

/** Backend code's own view, as far as files need it. */
function serverOf(port: number, documents: Map<string, DocData>): Partial<ServerPorts> {
  const base = `http://127.0.0.1:${port}/v0/b/${storageBucket}/o`;
  const authority = { Authorization: 'Bearer owner' };
  const ask = (path: string, query = '', init: RequestInit = {}) =>
    fetch(`${base}/${encodeURIComponent(path)}${query}`, { ...init, headers: authority });
  const storage: ServerStorage = {
    async write(path, content, { contentType = 'application/octet-stream' } = {}) {
      const response = await fetch(`${base}?name=${encodeURIComponent(path)}`, {
        method: 'POST',
        body: content.slice(),
        headers: { ...authority, 'Content-Type': contentType },
      });
      const metadata = (await response.json()) as { contentType: string; size: string };
      return { path, contentType: metadata.contentType, size: Number(metadata.size) } as ObjectMetadata;
    },
    async read(path) {
      const response = await ask(path, '?alt=media');
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    async remove(path) {
      await ask(path, '', { method: 'DELETE' });
    },
    async revokeDownloadUrls(path) {
      const response = await ask(path);
      if (!response.ok) return;
      const { downloadTokens } = (await response.json()) as { readonly downloadTokens: string };
      for (const token of downloadTokens.split(','))
        await ask(path, `?delete_token=${token}`, { method: 'POST' });
    },
  };
  const docs = {
    async batch(writes: readonly { readonly path: string; readonly data?: DocData }[]) {
      for (const { path, data } of writes) documents.set(path, data ?? {});
    },
  };
  return { storage, docs: docs as unknown as ServerPorts['docs'], clock: clockOf() };
}

const clockOf = () => ({ now: () => Date.now() }) as ServerPorts['clock'];
