/** What an application gives the embedded cloud of a browser: its server code, its rules, and what a new cloud is filled with. */
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Clock } from '#fakes/cloud/clock.ts';
import type { Random } from '#fakes/cloud/random.ts';
import type { CloudOptions } from '#fakes/cloud/service.ts';
import type { ServerPorts } from '#ports/server/server.ts';

type Given = Pick<Required<CloudOptions>, 'functions' | 'accounts' | 'config' | 'indexes' | 'rules'>;

export interface EmbeddedApplication extends Given {
  /** Fills an empty cloud. Called on each start: a second run must change nothing. */
  seed(server: ServerPorts): Promise<void>;
  /** Starts simulated members, which live as long as the cloud. Returns how to stop them. */
  startMembers(options: MemberOptions): () => Promise<void>;
}

export interface MemberOptions {
  connect(): EmbeddedClient;
  readonly clock: Clock;
  readonly random: Random;
}
