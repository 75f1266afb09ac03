/** An application of the embedded cloud: server code, rules, indexes, seed. */
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Clock } from '#fakes/cloud/clock.ts';
import type { Random } from '#fakes/cloud/random.ts';
import type { CloudOptions } from '#fakes/cloud/service.ts';
import type { ServerPorts } from '#ports/server/server.ts';

type Given = Pick<Required<CloudOptions>, 'functions' | 'accounts' | 'config' | 'indexes' | 'rules'>;

export interface EmbeddedApplication extends Given {
  /** Seeds an empty cloud. Called on each start; must be idempotent. */
  seed(server: ServerPorts): Promise<void>;
  /** Starts simulated members for the life of the cloud. Returns the stop function. */
  startMembers(options: MemberOptions): () => Promise<void>;
}

export interface MemberOptions {
  connect(): EmbeddedClient;
  readonly clock: Clock;
  readonly random: Random;
}
