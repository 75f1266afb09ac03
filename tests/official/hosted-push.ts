/**
 * Cloud Messaging for deployed functions, each of which is a process: it has no official local part. `hosted-push-preload.ts` takes the
 * functions' requests to it and hands them to the server here.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

export interface SentMessage {
  readonly fid?: string;
  readonly token?: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface HostedPush {
  /** Oldest first. */
  readonly sent: readonly SentMessage[];
  stop(): Promise<void>;
}

/** Of functions that are deployed afterwards. */
export async function startHostedPush(): Promise<HostedPush> {
  const sent: SentMessage[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        response.setHeader('content-type', 'application/json');
        if (request.url === '/oauth2.googleapis.com/token') {
          response.end(JSON.stringify({ access_token: 'good', expires_in: 3_600, token_type: 'Bearer' }));
          return;
        }
        const { message } = JSON.parse(body) as { readonly message: SentMessage };
        response.end(JSON.stringify({ name: `messages/${sent.push(message)}` }));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-credentials-'));
  const credentials = path.join(folder, 'credentials.json');
  await writeFile(
    credentials,
    JSON.stringify({
      type: 'authorized_user',
      ...{ client_id: 'client', client_secret: 'none', refresh_token: 'none' },
    }),
  );
  const { port } = server.address() as AddressInfo;
  const preload = pathToFileURL(path.join(import.meta.dirname, 'hosted-push-preload.ts')).href;
  const environment = {
    TEST_PUSHES: `http://127.0.0.1:${port}/`,
    GOOGLE_APPLICATION_CREDENTIALS: credentials,
    NODE_OPTIONS: `--import=${preload}`,
  };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return {
    sent,
    async stop() {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await new Promise((closed) => void server.close(closed));
      await rm(folder, { recursive: true });
    },
  };
}
