/** Slot of a name's value during evaluation. */
import type { MatchBlock, Ruleset, Scope } from './syntax.ts';

export interface Slot {
  readonly kind: 'capture' | 'local';
  readonly at: number;
}

/** Wildcards are counted from the outermost match inwards, parameters and lets from the first parameter. */
export class Slots {
  /** The number of wildcards around each block of matches. */
  private readonly around = new Map<Scope, number>();

  constructor(ruleset: Ruleset) {
    this.around.set(ruleset.scope, 0);
    for (const match of ruleset.matches) this.enter(match, 0);
  }

  /** `visible`: how many of a function's names can be seen yet. */
  find(scope: Scope, name: string, visible = Number.POSITIVE_INFINITY): Slot | null {
    for (let at: Scope | null = scope; at; at = at.parent) {
      const index = at.names.lastIndexOf(name);
      if (index < 0) continue;
      const around = this.around.get(at);
      if (around !== undefined) return { kind: 'capture', at: around + index };
      if (index < visible) return { kind: 'local', at: index };
    }
    return null;
  }

  private enter(match: MatchBlock, around: number): void {
    this.around.set(match.scope, around);
    for (const inner of match.matches) this.enter(inner, around + match.scope.names.length);
  }
}
