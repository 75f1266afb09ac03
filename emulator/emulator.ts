/**
 * The embedded cloud behind the wire protocols of Firebase, so that the real SDKs speak to it. One function for each service that
 * is served; each has its own port.
 */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { serveDocuments } from './docs/serve.ts';
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
  /** `host:port` of the documents: gRPC, and what browsers speak, on one port. */
  readonly docs: string;
  /** `host:port` of the realtime database, over a websocket. */
  readonly realtime: string;
  /** Cuts everybody off. The cloud is its owner's. */
  close(): Promise<void>;
}

/** @throws Error of the system when a port can’t be listened at: nothing is served then */
export async function startEmulator({ cloud, host, ports = {} }: EmulatorOptions): Promise<Emulator> {
  const at = (port = 0) => ({ cloud, port, ...(host === undefined ? {} : { host }) });
  const docs = await serveDocuments(at(ports.docs));
  const realtime = await serveRealtime(at(ports.realtime)).catch(async (error: unknown) => {
    await docs.close();
    throw error;
  });
  return {
    docs: docs.address,
    realtime: realtime.address,
    async close() {
      await Promise.all([docs.close(), realtime.close()]);
    },
  };
}
