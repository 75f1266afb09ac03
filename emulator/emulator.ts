/**
 * The embedded cloud behind the wire protocols of Firebase, so that the real SDKs speak to it. One function for each service that
 * is served; each has its own port.
 */
import { ServerCredentials } from '@grpc/grpc-js';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { documentsServer } from './docs/service.ts';
import { serveRealtime } from './realtime/serve.ts';

export interface EmulatorOptions {
  /** Whose option `believe` is `believedCaller` of token.ts, if clients come with tokens that are not its own. */
  readonly cloud: FakeCloud;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: any that is free. */
  readonly ports?: { readonly docs?: number; readonly realtime?: number };
}

export interface Emulator {
  /** `host:port` of the documents, over gRPC. */
  readonly docs: string;
  /** `host:port` of the realtime database, over a websocket. */
  readonly realtime: string;
  /** Cuts everybody off. The cloud is its owner's. */
  close(): Promise<void>;
}

export async function startEmulator({
  cloud,
  host = '127.0.0.1',
  ports = {},
}: EmulatorOptions): Promise<Emulator> {
  const docs = documentsServer(cloud);
  const port = await new Promise<number>((resolve, reject) => {
    docs.bindAsync(`${host}:${ports.docs ?? 0}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const realtime = await serveRealtime({ cloud, host, port: ports.realtime ?? 0 });
  return {
    docs: `${host}:${port}`,
    realtime: realtime.address,
    async close() {
      docs.forceShutdown();
      await realtime.close();
    },
  };
}
