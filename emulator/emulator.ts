/** The embedded cloud behind the wire protocols of Firebase, for the real SDKs. A function per served service; each has its own port. */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { serveDocuments } from './docs/serve.ts';
import { serveHub } from './hub.ts';
import { serveRealtime } from './realtime/serve.ts';

export interface EmulatorOptions {
  /** Cloud whose option `believe` is `believedCaller` of token.ts, if clients come with tokens that are not its own. */
  readonly cloud: FakeCloud;
  /**
   * Project whose database `(default)` and whose realtime namespace `PROJECT-default-rtdb` is the cloud. Default: of
   * each, the first one named. Every other database and namespace is a store of its own, empty when it is first named,
   * under the same rules.
   */
  readonly project?: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: any that is free. */
  readonly ports?: { readonly docs?: number; readonly realtime?: number; readonly hub?: number };
}

export const emulatorOptions = {
  cloud: true,
  host: true,
  ports: { docs: true, realtime: true, hub: true },
  project: true,
} as const satisfies OptionNames<EmulatorOptions>;

export interface Emulator {
  /** `host:port` of the documents: gRPC, and what browsers speak, on one port. */
  readonly docs: string;
  /** `host:port` of the realtime database, over a websocket. */
  readonly realtime: string;
  /** `host:port` where tools of tests learn of the two others: the value of FIREBASE_EMULATOR_HUB. */
  readonly hub: string;
  /** Cuts everybody off. The cloud is its owner's. */
  close(): Promise<void>;
}

/**
 * @throws TypeError for an option that there is not
 * @throws Error of the system when a port can’t be listened at: nothing is served then
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  checkOptions('startEmulator', options, emulatorOptions);
  const { cloud, host, ports = {}, project } = options;
  const at = (port = 0) => ({ cloud, port, ...(host === undefined ? {} : { host }) });
  const named = project !== undefined;
  const docs = await serveDocuments({
    ...at(ports.docs),
    ...(named ? { database: `projects/${project}/databases/(default)` } : {}),
  });
  const realtime = await orClose(
    [docs],
    serveRealtime({
      ...at(ports.realtime),
      ...(named ? { namespace: `${project}-default-rtdb` } : {}),
    }),
  );
  const hub = await orClose(
    [docs, realtime],
    serveHub({
      parts: { firestore: docs.address, database: realtime.address },
      ...(host === undefined ? {} : { host }),
      ...(ports.hub === undefined ? {} : { port: ports.hub }),
    }),
  );
  return {
    hub: hub.address,
    docs: docs.address,
    realtime: realtime.address,
    async close() {
      await Promise.all([docs.close(), realtime.close(), hub.close()]);
    },
  };
}

/** Closes the started parts when the next part does not start. */
async function orClose<T>(started: readonly { close(): Promise<void> }[], starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    await Promise.all(started.map((part) => part.close()));
    throw error;
  }
}
