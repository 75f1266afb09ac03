/**
 * Live queries under single writes: every callback is compared with the expected result, and each write waits for its callbacks.
 */
import type { Question, Store, Write } from './engine.ts';
import { type Cost, Stopwatch } from './measure.ts';
import type { Effects, Expected, Move } from './reference.ts';

export class Wrong extends Error {}

/** Longest wait for a callback. */
const patienceMs = 2000;

/** Callbacks that are still to come. */
class Awaited {
  private readonly left = new Set<number>();
  private waiting: { resolve(): void; reject(error: Wrong): void; since: number; why(): string } | null =
    null;
  /** Shared timer for all waits, so that waiting costs little. */
  private readonly timer = setInterval(() => {
    if (this.waiting && performance.now() - this.waiting.since > patienceMs)
      this.waiting.reject(new Wrong(this.waiting.why()));
  }, patienceMs / 4);

  expect(question: number): void {
    this.left.add(question);
  }

  arrive(question: number): void {
    if (this.left.delete(question) && this.left.size === 0) this.waiting?.resolve();
  }

  /** @throws Wrong when they do not come */
  async all(why: () => string): Promise<void> {
    if (this.left.size === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.waiting = { resolve, reject, since: performance.now(), why };
    });
    this.waiting = null;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function same<Doc>(store: Store<Doc>, docs: readonly Doc[], { ids, scores }: Expected): boolean {
  if (docs.length !== ids.length) return false;
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as Doc;
    if (store.scoreOf(doc) !== scores[at] || store.idOf(doc) !== ids[at]) return false;
  }
  return true;
}

export interface Watched {
  /** Cost of subscribing, each with its first answer. */
  readonly subscribe: Cost;
  /** Cost of a write, with all callbacks that it causes. */
  readonly write: Cost;
  readonly questions: number;
}

/** Time budget of a measurement, and the work before it begins. */
export interface Pace {
  readonly warmUp: number;
  readonly budgetMs: number;
}

/** Writes until the time is up. `expect` computes the effects of each write, and `arrived` waits for them. */
async function timeWrites(
  store: Store,
  writes: readonly Write[],
  { warmUp, budgetMs }: Pace,
  expect: (at: number) => void,
  arrived: (at: number) => Promise<void>,
): Promise<Cost> {
  let watch = new Stopwatch();
  let warm: number | null = null;
  let at = 0;
  for (; at < writes.length; at++) {
    if (warm === null && (at === warmUp || watch.wallMs() > budgetMs / 4)) {
      warm = at;
      watch = new Stopwatch();
    }
    expect(at);
    const done = store.write(writes[at] as Write);
    if (done instanceof Promise) await done;
    await arrived(at);
    if (warm !== null && watch.wallMs() > budgetMs) {
      at++;
      break;
    }
  }
  return watch.cost(at - (warm ?? 0));
}

/** Measures many small answers; subscribes until the time is up. */
export async function watchMany(
  store: Store,
  questions: readonly Question[],
  firsts: readonly Expected[],
  writes: readonly Write[],
  effects: readonly Effects[],
  pace: Pace,
): Promise<Watched> {
  const now = [...firsts];
  const awaited = new Awaited();
  const ends: (() => void)[] = [];
  let mistake = 'a callback is missing';
  const subscribing = new Stopwatch();
  let subscribed = 0;
  for (const question of questions) {
    if (subscribing.wallMs() > pace.budgetMs) break;
    const at = subscribed++;
    awaited.expect(at);
    const end = await store.watch(question, (docs) => {
      const must = now[at];
      if (must && same(store, docs, must)) awaited.arrive(at);
      else mistake = 'a callback with another answer than the right one';
    });
    ends.push(end);
    await awaited.all(() => `first answer: ${mistake}`);
  }
  const subscribe = subscribing.cost(subscribed);
  const expect = (at: number) => {
    for (const [question, answer] of effects[at] ?? []) {
      if (question >= subscribed) continue;
      now[question] = answer;
      awaited.expect(question);
    }
  };
  const arrived = (at: number) => awaited.all(() => `write ${at} (${writes[at]?.type}): ${mistake}`);
  const write = await timeWrites(store, writes, pace, expect, arrived);
  for (const end of ends) end();
  awaited.stop();
  return { subscribe, write, questions: subscribed };
}

/** Part of a large answer that the callback reads: as much as a screen shows, or all of it. */
export type Reading = 'screen' | 'all';
const screenful = 20;

/**
 * Measures one large answer. Its length, what a screen shows of both ends and the place of the write are compared; at the end, all
 * of it.
 */
export async function watchLarge(
  store: Store,
  question: Question,
  { start, moves }: { readonly start: Expected; readonly moves: readonly (Move | null)[] },
  writes: readonly Write[],
  pace: Pace,
  reading: Reading,
): Promise<Cost> {
  const ids = [...start.ids];
  const scores = [...start.scores];
  const awaited = new Awaited();
  let place = 0;
  let mistake = 'a callback is missing';
  let last: readonly unknown[] = [];
  let sum = 0;
  const right = (docs: readonly unknown[]) => {
    if (docs.length !== ids.length) return false;
    const sameAt = (at: number) =>
      at < 0 ||
      at >= ids.length ||
      (store.idOf(docs[at]) === ids[at] && store.scoreOf(docs[at]) === scores[at]);
    if (!sameAt(place)) return false;
    for (let at = 0; at < screenful; at++) if (!sameAt(at) || !sameAt(ids.length - 1 - at)) return false;
    if (reading === 'all') for (const doc of docs) sum += store.scoreOf(doc);
    return true;
  };
  awaited.expect(0);
  const end = await store.watch(question, (docs) => {
    last = docs;
    if (right(docs)) awaited.arrive(0);
    else mistake = 'a callback with another answer than the right one';
  });
  await awaited.all(() => `first answer: ${mistake}`);
  const expect = (at: number) => {
    const move = moves[at];
    if (!move) return;
    const { from, to, id, score } = move;
    if (from >= 0) {
      ids.splice(from, 1);
      scores.splice(from, 1);
    }
    if (to >= 0) {
      ids.splice(to, 0, id);
      scores.splice(to, 0, score);
    }
    place = to >= 0 ? to : from;
    awaited.expect(0);
  };
  const arrived = (at: number) => awaited.all(() => `write ${at}: ${mistake}`);
  const cost = await timeWrites(store, writes, pace, expect, arrived);
  if (!same(store, last, { ids, scores })) throw new Wrong('the last answer is not the right one');
  if (reading === 'all' && sum === 0) throw new Wrong('nothing was read');
  end();
  awaited.stop();
  return cost;
}
