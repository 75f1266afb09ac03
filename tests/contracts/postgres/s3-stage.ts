/** A bucket of a server with the API of S3. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { s3FileStore, type S3FileStoreOptions } from '#adapters/postgres/files/s3-file-store.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import type { Clock } from '#provider-kit/clock.ts';

export interface TestBucket {
  /** Address of the server. */
  readonly endpoint: string;
  readonly name: string;
  store(options?: Partial<S3FileStoreOptions>): FileStore;
  /** Names of the contents that are there. */
  keys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Pauses between tries take no time; limits of an answer's time are never reached. */
const pauseless: Clock = {
  now: () => 0,
  setTimer(run, delayMs) {
    if (delayMs < 30_000) queueMicrotask(run);
    return () => {};
  },
};

const objectFile = '._S3rver_object';

export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'muster-s3-'));
  const name = 'files';
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name, configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    name,
    store: (options = {}) =>
      s3FileStore({
        ...{ bucket: `${endpoint}/${name}`, prefix: 'muster/', region: 'eu-central-1', clock: pauseless },
        credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
        ...options,
      }),
    async keys() {
      const found = await readdir(path.join(directory, name), { recursive: true });
      return found
        .filter((file) => file.endsWith(objectFile) && file.startsWith('muster/'))
        .map((file) => path.basename(file).slice(0, -objectFile.length));
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
