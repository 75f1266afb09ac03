/**
 * The embedded cloud behind the wire protocols of Firebase, so that the real SDKs speak to it. One function for each service that
 * is served; each has its own port.
 */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
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

export const emulatorOptions = {
  cloud: true,
  host: true,
  ports: { docs: true, realtime: true },
} as const satisfies OptionNames<EmulatorOptions>;

export interface Emulator {
  /** `host:port` of the documents: gRPC, and what browsers speak, on one port. */
  readonly docs: string;
  /** `host:port` of the realtime database, over a websocket. */
  readonly realtime: string;
  /** Cuts everybody off. The cloud is its owner's. */
  close(): Promise<void>;
}

/** @throws TypeError for an option that there is not */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  checkOptions('startEmulator', options, emulatorOptions);
  const { cloud, host, ports = {} } = options;
  const at = (port = 0) => ({ cloud, port, ...(host === undefined ? {} : { host }) });
  const docs = await serveDocuments(at(ports.docs));
  const realtime = await serveRealtime(at(ports.realtime));
  return {
    docs: docs.address,
    realtime: realtime.address,
    async close() {
      await Promise.all([docs.close(), realtime.close()]);
    },
  };
}
