/** The work: the same questions and writes for every engine. */
import type { Question, Write } from './engine.ts';
import {
  chance,
  type Fields,
  highestScore,
  idOf,
  largeResult,
  people,
  personName,
  pick,
  type Row,
  rowAt,
  serviceName,
  services,
  statuses,
  timeAt,
} from './row.ts';

const window = 20;

/** A thousand different live queries: 200 services in two orders, 200 people in three states. */
export function liveQuestions(): readonly Question[] {
  const questions: Question[] = [];
  for (let index = 0; index < services; index++) {
    const equal = { service: serviceName(index) };
    questions.push({ equal, orderBy: 'score', descending: index % 2 === 0, limit: window });
    questions.push({ equal, orderBy: 'at', descending: true, limit: window });
  }
  for (let index = 0; index < people; index++)
    for (const status of statuses) {
      const equal = { assignee: personName(index), status };
      questions.push({ equal, orderBy: 'score', descending: index % 2 === 0, limit: window });
    }
  return questions;
}

export const largeQuestion: Question = {
  equal: { muted: true },
  orderBy: 'score',
  descending: false,
  limit: null,
};

/** Queries of one shape, for which an index pays. */
export function indexedQuestions(count: number): readonly Question[] {
  const random = chance(11);
  return Array.from({ length: count }, () => ({
    equal: { service: serviceName(pick(random, services)) },
    from: pick(random, highestScore * 0.8),
    orderBy: 'score' as const,
    descending: false,
    limit: 50,
  }));
}

/** Queries of as many shapes as there are queries: no engine has an index for them. */
export function unforeseenQuestions(): readonly Question[] {
  const random = chance(12);
  return (['score', 'at'] as const).flatMap((orderBy) =>
    [false, true].flatMap((descending) =>
      [
        { service: serviceName(pick(random, services)) },
        { assignee: personName(pick(random, people)) },
        { status: statuses[pick(random, statuses.length)] ?? '' },
      ].map((equal) => ({
        equal,
        from: orderBy === 'score' ? pick(random, highestScore * 0.8) : timeAt(random),
        orderBy,
        descending,
        limit: 50,
      })),
    ),
  );
}

/** Single writes of all kinds, each of which changes something; a document made here is never written again. */
export function mixedWrites(count: number, size: number): readonly Write[] {
  const random = chance(13);
  const deleted = new Set<string>();
  return Array.from({ length: count }, (_, at): Write => {
    const kind = random();
    if (kind < 0.05) return { type: 'create', row: { ...rowAt(size + at, size), muted: false } };
    let id = idOf(pick(random, size));
    while (deleted.has(id)) id = idOf(pick(random, size));
    if (kind >= 0.1) return { type: 'update', id, fields: { ...changedFields(random), count: 1000 + at } };
    deleted.add(id);
    return { type: 'delete', id };
  });
}

function changedFields(random: () => number): Fields {
  const kind = random();
  const score = changedScore(random);
  if (kind < 0.7) return { score };
  if (kind < 0.8) return { at: timeAt(random) };
  if (kind < 0.9) return { status: statuses[pick(random, statuses.length)] ?? '' };
  if (kind < 0.95) return { service: serviceName(pick(random, services)), score };
  return { assignee: personName(pick(random, people)) };
}

/**
 * New score of a document: half of them lie at an end of the order, where the windows are, because changed documents are mostly
 * watched.
 */
function changedScore(random: () => number): number {
  const end = pick(random, highestScore * 0.04);
  const kind = random();
  if (kind < 0.25) return end;
  return kind < 0.5 ? highestScore - end : pick(random, highestScore);
}

/** Writes that move, remove and add documents of the large answer. */
export function largeWrites(count: number, size: number): readonly Write[] {
  const random = chance(14);
  const every = Math.max(1, Math.floor(size / largeResult));
  return Array.from({ length: count }, (_, at): Write => {
    const id = idOf(pick(random, largeResult) * every);
    const kind = random();
    const count = 1000 + at;
    if (kind < 0.8)
      return { type: 'update', id, fields: { score: pick(random, highestScore), muted: true, count } };
    return { type: 'update', id, fields: { muted: kind < 0.9, count } };
  });
}

/** The row after a write; `null` when it is gone. */
export function written(before: Row | null, write: Write): Row | null {
  if (write.type === 'create') return write.row;
  if (write.type === 'delete' || !before) return null;
  return { ...before, ...write.fields };
}

export const idOfWrite = (write: Write): string => (write.type === 'create' ? write.row.id : write.id);
