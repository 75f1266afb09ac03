/** Coverage of a ruleset by accesses: how often each `allow` was evaluated, and held. */
import type { AllowObserver, RuleText } from '../decisions.ts';
import type { AccessMethod, Allow, MatchBlock, Ruleset } from '../syntax.ts';

export interface AllowCoverage extends RuleText {
  readonly methods: readonly AccessMethod[];
  /** Accesses, or alternatives of a query, that it allowed. The rules after it were not evaluated for them. */
  readonly held: number;
  /** Accesses, or alternatives of a query, for which it was evaluated and did not hold. */
  readonly failed: number;
}

export class CoverageCounts {
  private readonly ruleset: Ruleset;
  private readonly held = new Map<Allow, number>();
  private readonly failed = new Map<Allow, number>();

  constructor(ruleset: Ruleset) {
    this.ruleset = ruleset;
  }

  readonly count: AllowObserver = (allow, holds) => {
    const counts = holds ? this.held : this.failed;
    counts.set(allow, (counts.get(allow) ?? 0) + 1);
  };

  all(): readonly AllowCoverage[] {
    return allowsIn(this.ruleset.matches)
      .map((allow) => ({
        line: allow.at.line,
        column: allow.at.column,
        text: this.ruleset.source.slice(allow.at.start, allow.at.end).replaceAll(/\s+/gu, ' '),
        methods: allow.methods,
        held: this.held.get(allow) ?? 0,
        failed: this.failed.get(allow) ?? 0,
      }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column);
  }
}

const allowsIn = (blocks: readonly MatchBlock[]): readonly Allow[] =>
  blocks.flatMap(({ allows, matches }) => [...allows, ...allowsIn(matches)]);
