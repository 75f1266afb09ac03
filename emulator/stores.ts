/** A cloud for each database, or each realtime namespace, made when it is first named. */
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { PortError } from '#ports/errors.ts';

/** More than any test names; each takes memory until the emulator is closed. */
const most = 1000;

export interface StoresOptions {
  /** The first store; others are created like this one, and empty. */
  readonly cloud: FakeCloud;
  /** Id of the store. Default: the one that is named first. */
  readonly own?: string;
  readonly service: 'firestore' | 'database';
  /** Name of the group that shares its rules. Default: none. */
  scopeOf?(name: string): string;
}

export class Stores {
  private readonly options: StoresOptions;
  private readonly clouds = new Map<string, FakeCloud>();
  /** Rules that were published, by what they are for. */
  private readonly published = new Map<string, string>();
  private own: string | null;

  constructor(options: StoresOptions) {
    this.options = options;
    this.own = options.own ?? null;
  }

  /** @throws PortError resource-exhausted when there are too many */
  of(name: string): FakeCloud {
    const known = this.clouds.get(name);
    if (known) return known;
    if (this.clouds.size >= most)
      throw new PortError(
        'resource-exhausted',
        `The emulator keeps ${most} databases at most: start it anew, or use the same ones again.`,
      );
    this.own ??= name;
    const cloud = name === this.own ? this.options.cloud : this.make(this.scopeOf(name));
    this.clouds.set(name, cloud);
    return cloud;
  }

  /** The rules of all in a scope, of those that are named later too. @throws RulesError: nothing has changed then */
  publish(scope: string, source: string): void {
    const { service, cloud } = this.options;
    const inScope = [...this.clouds].filter(([name]) => this.scopeOf(name) === scope);
    // Checks the source also where no store has been named yet, so that errors are found now.
    if (inScope.length === 0) this.like(cloud, source).dispose();
    for (const [, one] of inScope) one.publishRules(service, source);
    this.published.set(scope, source);
  }

  /** Rules of a scope; `null` when nothing does. */
  rulesOf(scope: string): string | null {
    const { service, cloud } = this.options;
    return this.published.get(scope) ?? cloud.options.rules?.[service] ?? null;
  }

  /** The given cloud is its owner's. */
  close(): void {
    for (const cloud of this.clouds.values()) if (cloud !== this.options.cloud) cloud.dispose();
    this.clouds.clear();
  }

  private scopeOf(name: string): string {
    return this.options.scopeOf?.(name) ?? name;
  }

  private make(scope: string): FakeCloud {
    const { service, cloud } = this.options;
    return this.like(cloud, this.published.get(scope) ?? cloud.options.rules?.[service]);
  }

  /** With the same clock, indexes and people. Its seed is another one: no id comes in two of them. */
  private like(cloud: FakeCloud, source: string | undefined): FakeCloud {
    const { indexes, onRefusal, seed = 1 } = cloud.options;
    return new FakeCloud({
      clock: cloud.clock,
      seed: seed + this.clouds.size + 1,
      believe: (token) => cloud.callerOf(token),
      ...(indexes === undefined ? {} : { indexes }),
      ...(onRefusal ? { onRefusal } : {}),
      ...(source === undefined ? {} : { rules: { [this.options.service]: source } }),
    });
  }
}
