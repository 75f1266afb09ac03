/** The Firebase provider's files, on the official Storage and Auth parts. */
import type { CompleteBackend } from '#ports/complete.ts';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import { openServer } from '#adapters/firebase-admin/server.ts';
// Loaded before time is taken.
import '#adapters/firebase/storage/driver.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Provider } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import storageRules from '#tests/contracts/rules/storage.rules?raw';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { joined } from './joined.ts';
import { type RunningStorage, startStorage } from './parts-storage.ts';
import { projectId } from './parts.ts';
import { officialStage, storageBucket } from './stage.ts';
import { takeTime } from './time.ts';

interface Parts {
  readonly auth: RunningAccounts;
  readonly storage: RunningStorage;
}

/** The parts run from the first stage on; the suite stops them. */
export function officialStorage(gaps: Readonly<Record<string, string>>): {
  readonly provider: Provider;
  stop(): Promise<void>;
} {
  let starting: Promise<Parts> | null = null;
  const start = async (): Promise<Parts> => {
    const [auth, storage] = await Promise.all([startAccounts(), startStorage(projectId)]);
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

async function raise({ auth, storage }: Parts, rules: string): Promise<ProviderStage<CompleteBackend>> {
  const documents = new Map<string, DocData>();
  await auth.begin();
  await storage.begin(rules, documents);
  const ports = { auth: auth.port, storage: storage.port };
  return officialStage(ports, takeTime(), serverOf(storage.port, documents));
}

/** Backend code's own view, as far as files need it. */
function serverOf(port: number, documents: Map<string, DocData>): Partial<ServerPorts> {
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  const running = joined();
  if (running) process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${running.docs}`;
  const opened = openServer({ project: { projectId, storageBucket }, name: 'files' });
  const { storage, clock } = opened;
  // The official rules engine reads documents in the official documents.
  if (running) return { storage, docs: opened.docs, clock };
  const docs = {
    async batch(writes: readonly { readonly path: string; readonly data?: DocData }[]) {
      for (const { path, data } of writes) documents.set(path, data ?? {});
    },
  };
  return { storage, docs: docs as unknown as ServerPorts['docs'], clock };
}
