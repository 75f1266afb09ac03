/** Locks among the tabs of one browser in memory: first come, first served, as the Web Locks standard has it. */
import type { Lock } from './tab-store.ts';

interface Claim {
  readonly tab: object;
  readonly shared: boolean;
  readonly grant: () => void;
  held: boolean;
}

export class MemoryLocks {
  private readonly claims = new Map<string, Claim[]>();

  ask(tab: object, name: string, shared: boolean): Lock {
    const { promise, resolve } = Promise.withResolvers<void>();
    const claim: Claim = { tab, shared, grant: resolve, held: false };
    const claims = this.claims.get(name) ?? [];
    claims.push(claim);
    this.claims.set(name, claims);
    this.serve(name);
    return { held: promise, release: () => this.drop(name, (other) => other === claim) };
  }

  /** `null` when anybody holds it, or waits for it. */
  tryAlone(tab: object, name: string): Lock | null {
    return this.claims.has(name) ? null : this.ask(tab, name, false);
  }

  releaseAll(tab: object): void {
    for (const name of [...this.claims.keys()]) this.drop(name, (claim) => claim.tab === tab);
  }

  private drop(name: string, goes: (claim: Claim) => boolean): void {
    const left = this.claims.get(name)?.filter((claim) => !goes(claim)) ?? [];
    if (left.length > 0) this.claims.set(name, left);
    else this.claims.delete(name);
    this.serve(name);
  }

  private serve(name: string): void {
    const claims = this.claims.get(name) ?? [];
    for (const [at, claim] of claims.entries()) {
      if (at > 0 && !(claim.shared && claims[0]?.shared)) return;
      if (claim.held) continue;
      claim.held = true;
      claim.grant();
    }
  }
}
