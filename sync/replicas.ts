/** Replicas of the users who have signed in in one tab, each made at the first sign-in. */
import { EagerGc } from './eager-gc.ts';
import { type CachePolicies, LocalReplica, type ReplicaEvent } from './local-replica.ts';
import type { SyncContext } from './sync-context.ts';

export class Replicas {
  private readonly context: SyncContext;
  private readonly publish: (replica: LocalReplica, event: ReplicaEvent) => void;
  private readonly known = new Map<string | null, LocalReplica>();
  private readonly tab: string;
  private browser: string;

  constructor(context: SyncContext, publish: (replica: LocalReplica, event: ReplicaEvent) => void) {
    this.context = context;
    this.publish = publish;
    this.tab = context.random.fork('docs/tab').id();
    this.browser = this.tab;
  }

  /** Determines the browser's id, before any replica is loaded: a persistent cache belongs to the browser. */
  async findBrowser(): Promise<void> {
    const { caches, random } = this.context;
    this.browser = (await caches?.browserName(random)) ?? this.tab;
  }

  all(): Iterable<LocalReplica> {
    return this.known.values();
  }

  of(uid: string | null): LocalReplica {
    const known = this.known.get(uid);
    if (known) return known;
    const name = uid === null ? 'nobody' : `user/${encodeURIComponent(uid)}`;
    const replica: LocalReplica = new LocalReplica(
      `${this.browser}/${name}`,
      this.context.transport.limits,
      (event) => this.publish(replica, event),
      (own) => this.policies(own, name),
    );
    this.known.set(uid, replica);
    return replica;
  }

  private policies(replica: LocalReplica, name: string): CachePolicies {
    const { caches, clock, random, settings } = this.context;
    if (!caches) return { persistence: null, gc: new EagerGc(replica) };
    const persistence = caches.open(replica, `docs/${name}`, {
      self: this.tab,
      clock,
      random: random.fork(`docs/storage/${name}`),
      cacheBytes: settings.cacheBytes,
    });
    return { persistence, gc: null };
  }
}
