/**
 * The official Storage part, in this process. Its own rules engine is a Java program; the embedded provider's engine takes its
 * place, so that the part refuses just what the rules refuse.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { claimsOf } from '#adapters/firebase/auth/token.ts';
import { timestampAt } from '#fakes/cloud/docs/commit.ts';
import type { ObjectMeta } from '#firebase-rules/rules/decisions.ts';
import { compileStorageRules } from '#firebase-rules/rules/rules.ts';
import type { AccessMethod } from '#firebase-rules/rules/syntax.ts';
import type { DocData } from '#ports/docs/values.ts';
import { freePort } from '#tests/free-port.ts';
import { joined } from './joined.ts';
import { documents as documentsAt, storage as storageAt } from './suite/endpoints.ts';
import { officialModule, type Part, startPart } from './tools.ts';

interface Resource {
  readonly [field: string]: unknown;
  readonly timeCreated: Date;
  readonly updated: Date;
}

interface Verify {
  readonly method: AccessMethod;
  /** `b/BUCKET/o/PATH`. */
  readonly path: string;
  readonly file: { readonly before?: Resource; readonly after?: Resource };
  readonly token?: string;
}

interface Runtime extends Part {
  loadRuleset(source: { readonly files: readonly { readonly content: string }[] }): Promise<unknown>;
}

interface StoragePart extends Part {
  getPersistenceTmpDir(): string;
  reset(): void;
  replaceRules(rules: { readonly name: string; readonly content: string }): Promise<unknown>;
}

export interface RunningStorage {
  readonly port: number;
  /** Empty, with these rules, which see these documents. */
  begin(rules: string, documents: ReadonlyMap<string, DocData>): Promise<void>;
  stop(): Promise<void>;
}

export async function startStorage(projectId: string): Promise<RunningStorage> {
  const running = joined();
  if (running) return joinStorage(running.storage, running.docs, projectId);
  const { StorageRulesRuntime, StorageRulesIssues } = officialModule<{
    StorageRulesRuntime: { prototype: Runtime };
    StorageRulesIssues: new () => object;
  }>('emulator/storage/rules/runtime');
  const { StorageEmulator } = officialModule<{
    StorageEmulator: { new (args: object): StoragePart; readonly prototype: StoragePart };
  }>('emulator/storage/index');
  // By default all parts on a machine share one folder, and each empties it.
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-storage-'));
  StorageEmulator.prototype.getPersistenceTmpDir = () => path.join(folder, 'blobs');

  let documents: ReadonlyMap<string, DocData> = new Map();
  const runtime = StorageRulesRuntime.prototype;
  runtime.start = async () => {};
  runtime.stop = async () => {};
  runtime.loadRuleset = async ({ files }) => ({
    issues: new StorageRulesIssues(),
    ruleset: {
      verify: async (asked: Verify) => ({
        permitted: permitted(files[0]?.content ?? '', asked, documents),
        issues: Object.assign(new StorageRulesIssues(), { exist: () => false }),
      }),
    },
  });

  const port = await freePort();
  // No such file: the rules are given as text.
  const named = (content: string) => ({ name: 'given.rules', content });
  const part = new StorageEmulator({ projectId, host: '127.0.0.1', port, rules: named('') });
  const stop = await startPart('storage', part);
  return {
    port,
    async begin(rules, given) {
      documents = given;
      part.reset();
      await part.replaceRules(named(rules));
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The running one, with its own rules engine, which reads the official documents. */
function joinStorage(port: number, docsPort: number, projectId: string): RunningStorage {
  const [files, documents] = [
    storageAt(`127.0.0.1:${port}`),
    documentsAt(`127.0.0.1:${docsPort}`, projectId),
  ];
  return {
    port,
    async begin(rules) {
      await files.empty();
      await documents.empty();
      await files.setRules(rules);
    },
    async stop() {},
  };
}

function permitted(
  rules: string,
  { method, path, file, token }: Verify,
  documents: ReadonlyMap<string, DocData>,
): boolean {
  const [, bucket = '', , ...segments] = path.split('/');
  const claims = token === undefined ? null : claimsOf(token);
  const decision = compileStorageRules(rules).check(
    {
      method,
      bucket,
      path: segments.join('/'),
      auth: claims && { uid: String(claims['user_id']), token: claims },
      time: Date.now() * 1000,
      resource: metaOf(file.before),
      after: metaOf(file.after),
    },
    { get: (document) => documents.get(document) ?? null },
  );
  return decision.allowed;
}

function metaOf(resource: Resource | undefined): ObjectMeta | null {
  if (!resource) return null;
  return {
    ...resource,
    timeCreated: timestampAt(resource.timeCreated.getTime() * 1000),
    updated: timestampAt(resource.updated.getTime() * 1000),
  };
}
