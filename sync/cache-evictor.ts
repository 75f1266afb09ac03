/**
 * Eviction from a cache over its budget. Each run evicts the least recently used tenth of the documents and answers that nothing needs,
 * 1,000 at most. Documents that are watched in any tab, or that waiting writes change, stay.
 */
import type { Clock } from '#provider-kit/clock.ts';

const firstMs = 60_000;
const againMs = 5 * 60_000;
const share = 10;
const most = 1000;

/** Runs `collect` a minute after the start and every five minutes then, when there was anything new since the last time. */
export class CacheEvictor {
  private readonly clock: Clock;
  private readonly startedAt: number;
  private readonly collect: () => void;
  private cancel: (() => void) | null = null;

  constructor(clock: Clock, collect: () => void) {
    this.clock = clock;
    this.startedAt = clock.now();
    this.collect = collect;
  }

  /** Plans a run: the cache has grown, or less of it is needed. */
  wake(): void {
    if (this.cancel) return;
    const since = this.clock.now() - this.startedAt - firstMs;
    const due = since < 0 ? 0 : (Math.floor(since / againMs) + 1) * againMs;
    this.cancel = this.clock.setTimer(() => {
      this.cancel = null;
      this.collect();
    }, due - since);
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
  }
}

interface Used {
  /** Time of the last use: greater for later ones. */
  readonly used: number;
}

export interface Inventory {
  /** Cached answers, with whether a query is open for each. */
  readonly answers: readonly (Used & {
    readonly key: string;
    readonly open: boolean;
    readonly paths: readonly string[];
  })[];
  readonly docs: readonly (Used & { readonly path: string; readonly needed: boolean })[];
}

export interface Collection {
  readonly answers: readonly string[];
  readonly docs: readonly string[];
}

/** The least recently used tenth of answers and documents that nothing needs. */
export function leastUsed({ answers, docs }: Inventory): Collection {
  const held = pathsOf(answers);
  const orphans = docs.filter(({ path, needed }) => !needed && !held.has(path));
  const count = Math.min(most, Math.floor((answers.length + orphans.length) / share));
  const uses = [...answers.filter(({ open }) => !open), ...orphans].map(({ used }) => used);
  const edge = uses.sort((one, other) => one - other)[Math.min(count, uses.length) - 1];
  if (edge === undefined) return { answers: [], docs: [] };
  const old = ({ used }: Used) => used <= edge;
  const goes = (answer: Inventory['answers'][number]) => !answer.open && old(answer);
  const stillHeld = pathsOf(answers.filter((answer) => !goes(answer)));
  return {
    answers: answers.filter(goes).map(({ key }) => key),
    docs: docs.filter((doc) => !doc.needed && old(doc) && !stillHeld.has(doc.path)).map(({ path }) => path),
  };
}

const pathsOf = (answers: Inventory['answers']): ReadonlySet<string> =>
  new Set(answers.flatMap(({ paths }) => paths));
