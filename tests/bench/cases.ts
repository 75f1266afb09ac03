/** All measurements of one engine, in a process of its own. */
import { isDeepStrictEqual } from 'node:util';
import type { Engine, Maybe, Question, Store, Write } from './engine.ts';
import { bytesInUse, type Cost, Stopwatch } from './measure.ts';
import { answer, expected, type Expected, inOrder, largeMoves, matches, Reference } from './reference.ts';
import { chance, idOf, pick, rowAt, rows } from './row.ts';
import { type Watched, watchLarge, watchMany, Wrong } from './watching.ts';
import {
  indexedQuestions,
  largeQuestion,
  largeWrites,
  liveQuestions,
  mixedWrites,
  unforeseenQuestions,
} from './workload.ts';

export interface Scale {
  readonly size: number;
  readonly writes: number;
  readonly gets: number;
  readonly finds: number;
  /** Time budget of each measurement. Work beyond it is left out, or reported as more. */
  readonly budgetMs: number;
}

export type Outcome<T> = { readonly done: T } | { readonly wrong: string };

export interface Results {
  load: Outcome<Cost>;
  bytes: Outcome<number>;
  /** Whether a reader's changes to a document leave the stored one alone. */
  isolated: Outcome<boolean>;
  get: Outcome<Cost>;
  findUnforeseen: Outcome<Cost>;
  findIndexed: Outcome<Cost>;
  many: Outcome<Watched>;
  largeScreen: Outcome<Cost>;
  largeAll: Outcome<Cost>;
}

/** Writes before the measurement, for engines that are fast enough: until their code is compiled. */
const warmUpWrites = 1000;
const warmUpFinds = 1000;

async function attempt<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await run() };
  } catch (error) {
    return { wrong: error instanceof Wrong ? error.message : `failed: ${String(error)}` };
  }
}

const isPromise = <T>(value: Maybe<T>): value is Promise<T> => value instanceof Promise;

/** Questions of a kind that nothing was prepared for. */
export async function unprepared(engine: Engine, { size, budgetMs }: Scale): Promise<Partial<Results>> {
  const store = await engine.open({ indexed: false, size });
  await store.load(rows(size));
  const findUnforeseen = await attempt(() => find(store, unforeseenQuestions(), size, 0, budgetMs));
  await store.close();
  return { findUnforeseen };
}

export async function prepared(engine: Engine, scale: Scale): Promise<Partial<Results>> {
  const { size, budgetMs } = scale;
  const store = await engine.open({ indexed: true, size });
  const before = await bytesInUse();
  const load = await attempt(async () => {
    const watch = new Stopwatch();
    await store.load(rows(size));
    return watch.cost(size);
  });
  const bytes = await attempt(async () => ((await bytesInUse()) - before) / size);
  const isolated = await attempt(async () => {
    await checkContent(store, size);
    return isIsolated(store, size);
  });
  const get = await attempt(() => gets(store, scale));
  const questions = indexedQuestions(warmUpFinds + scale.finds);
  const findIndexed = await attempt(() => find(store, questions, size, warmUpFinds, budgetMs));
  const many = await attempt(() => manyLive(store, scale));
  await store.close();
  return { load, bytes, isolated, get, findIndexed, many };
}

/** Measures a large result in a process of its own, so that earlier writes don't affect it. */
export async function large(
  engine: Engine,
  scale: Scale,
  reading: 'screen' | 'all',
): Promise<Partial<Results>> {
  const { size, budgetMs } = scale;
  const store = await engine.open({ indexed: true, size });
  await store.load(rows(size));
  const writes = largeWrites(warmUpWrites + scale.writes, size);
  const moves = largeMoves(largeQuestion, writes, size);
  const outcome = await attempt(() =>
    watchLarge(store, largeQuestion, moves, writes, { warmUp: warmUpWrites, budgetMs }, reading),
  );
  await store.close();
  return reading === 'all' ? { largeAll: outcome } : { largeScreen: outcome };
}

async function checkContent(store: Store, size: number): Promise<void> {
  for (let index = 0; index < size; index += Math.floor(size / 50)) {
    const row = store.rowOf(await store.get(idOf(index)));
    if (!isDeepStrictEqual(row, rowAt(index, size))) throw new Wrong('a document is not what was stored');
  }
}

async function isIsolated(store: Store, size: number): Promise<boolean> {
  const index = Math.floor(size / 3);
  const doc = await store.get(idOf(index));
  try {
    store.spoil(doc);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const isolated = isDeepStrictEqual(store.rowOf(await store.get(idOf(index))), rowAt(index, size));
  if (!isolated) await store.write({ type: 'update', id: idOf(index), fields: bodyOf(index, size) });
  return isolated;
}

function bodyOf(index: number, size: number) {
  const { id: _id, ...fields } = rowAt(index, size);
  return fields;
}

async function gets(store: Store, scale: Scale): Promise<Cost> {
  const random = chance(10);
  const indexes = Array.from({ length: scale.gets }, () => pick(random, scale.size));
  const ids = indexes.map(idOf);
  const scores = indexes.map((index) => rowAt(index, scale.size).score);
  const warmUp = Math.min(1000, ids.length / 10);
  let watch = new Stopwatch();
  let got = 0;
  for (let at = 0; at < ids.length; at++) {
    if (at === warmUp) watch = new Stopwatch();
    const reply = store.get(ids[at] ?? '');
    const doc = isPromise(reply) ? await reply : reply;
    if (store.idOf(doc) !== ids[at] || store.scoreOf(doc) !== scores[at])
      throw new Wrong('a document is not the one asked for');
    got = at + 1;
    if (at % 64 === 0 && watch.wallMs() > scale.budgetMs) break;
  }
  return watch.cost(Math.max(1, got - warmUp));
}

async function find(
  store: Store,
  questions: readonly Question[],
  size: number,
  warmUp: number,
  budgetMs: number,
): Promise<Cost> {
  const rights = answers(questions, size);
  let watch = new Stopwatch();
  let warm: number | null = null;
  let found = 0;
  for (const [at, question] of questions.entries()) {
    if (warm === null && (at === warmUp || watch.wallMs() > budgetMs / 4)) {
      warm = at;
      watch = new Stopwatch();
    }
    const reply = store.find(question);
    const docs = isPromise(reply) ? await reply : reply;
    const { ids, scores } = rights[at] ?? expected([]);
    if (docs.length !== ids.length) throw new Wrong('an answer of the wrong length');
    for (let place = 0; place < docs.length; place++)
      if (store.idOf(docs[place]) !== ids[place] || store.scoreOf(docs[place]) !== scores[place])
        throw new Wrong('an answer in the wrong order');
    found = at + 1;
    if (warm !== null && watch.wallMs() > budgetMs) break;
  }
  return watch.cost(Math.max(1, found - (warm ?? 0)));
}

/** Expected answers from one scan for all queries, since there may be many. */
function answers(questions: readonly Question[], size: number): readonly Expected[] {
  const cut: Expected[] = [];
  const all = [...rows(size)];
  const groups = Map.groupBy(all, ({ service }) => service);
  for (const question of questions) {
    const { service } = question.equal;
    const candidates = typeof service === 'string' ? (groups.get(service) ?? []) : all;
    cut.push(
      expected(answer(question, candidates.filter((row) => matches(question, row)).sort(inOrder(question)))),
    );
  }
  return cut;
}

async function manyLive(store: Store, { size, writes: count, budgetMs }: Scale): Promise<Watched> {
  const questions = liveQuestions();
  const writes: readonly Write[] = mixedWrites(warmUpWrites + count, size);
  const reference = new Reference(questions, size);
  const firsts = questions.map((question) => expected(reference.answerOf(question)));
  const effects = writes.map((write) => reference.effects(write));
  return watchMany(store, questions, firsts, writes, effects, { warmUp: warmUpWrites, budgetMs });
}
