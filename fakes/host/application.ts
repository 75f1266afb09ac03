/** An application of the embedded cloud: server code, rules, indexes, seed. */
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import type { WholeCloud } from './whole-cloud.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';

type Given = Pick<Required<CloudOptions>, 'accounts' | 'config' | 'indexes' | 'rules'> &
  Pick<CloudOptions, 'workers'>;

export interface EmbeddedApplication extends Given {
  /** Seeds an empty cloud. Called on each start; must be idempotent. */
  seed(server: ServerPorts): Promise<void>;
  /** Brings a cloud that an earlier version kept or exported to what this version needs. Must be idempotent. */
  update?(server: ServerPorts): Promise<void>;
  /**
   * Loads the part that nobody needs before somebody is signed in.
   * @param startedAt time of the cloud's clock at its start, in epoch milliseconds: since then it alone serves its data
   */
  loadProgram(startedAt: number): Promise<EmbeddedProgram>;
}

/** Code that runs in a complete cloud. */
export interface EmbeddedProgram {
  /** `wholeCloud` of `whole-cloud.ts`: given by the application, so that both are one script. */
  readonly whole: WholeCloud;
  readonly functions: FunctionSet;
  /** Starts simulated members for the life of the cloud. Returns the stop function. */
  startMembers(options: MemberOptions): () => Promise<void>;
}

export interface MemberOptions {
  connect(): EmbeddedClient;
  readonly clock: Clock;
  readonly random: Random;
}
