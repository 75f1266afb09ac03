/**
 * A teammate's delayed answers to pages, so that a visitor sees a page escalate: only a page that was escalated to the teammate, and that
 * nobody answers for most of its step, is acknowledged.
 */
import { firstPosition, isSamePosition } from '#domain/page/positions.ts';
import { minute } from '#domain/constants.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { type Query, query, where } from '#ports/docs/query.ts';
import { demoTeamId } from '../team/people.ts';
import { fromReadableDocument } from '#api/codec.ts';
import type { Teammate } from './teammate.ts';

/** Share of the step's time, counted from the notification, in which teammates answer. */
const patience = { from: 0.7, to: 0.9 };
/** Shortest time to an answer, however short the step. */
const leastMs = 2 * minute;

export function watchPages(mate: Teammate): () => void {
  const waiting = new Map<string, () => void>();
  const forget = (key: string) => {
    waiting.get(key)?.();
    waiting.delete(key);
  };
  const found = new Map<number, readonly Page[]>();
  const look = () => {
    const pages = [...found.values()].flat().filter((one) => wasEscalated(one) && asks(one, mate));
    const wanted = new Map(pages.map((one) => [keyOf(one), one]));
    for (const key of waiting.keys()) if (!wanted.has(key)) forget(key);
    for (const [key, one] of wanted) {
      if (!waiting.has(key))
        waiting.set(
          key,
          mate.after(delayOf(mate, one), () => take(mate, one)),
        );
    }
  };
  const stops = visibleTo(mate).map((asked, index) =>
    mate.backend.docs.watchQuery(asked, {
      next: ({ docs }) => {
        found.set(
          index,
          docs.flatMap((doc) => fromReadableDocument(pageSchema, doc) ?? []),
        );
        look();
      },
    }),
  );
  return () => {
    for (const stop of stops) stop();
    for (const key of waiting.keys()) forget(key);
  };
}

/** The rules let nobody ask for all pages: those that are not private, and those of incidents that they are in. */
function visibleTo({ person: { id } }: Teammate): readonly Query[] {
  const pages = collectionPaths.pages(demoTeamId);
  const asking = where('status', '==', 'notifying');
  return [
    query(pages, where('private', '==', false), where('waitingFor', 'array-contains', id), asking),
    query(pages, where('people', 'array-contains', id), asking),
  ];
}

const asks = ({ waitingFor }: Page, { person }: Teammate): boolean => waitingFor.includes(person.id);

function wasEscalated(page: Page): boolean {
  return page.status === 'notifying' && page.subject.kind !== 'drill' && !isSamePosition(page, firstPosition);
}

/** Key of one step of a page: one wait for each time that it notifies. */
const keyOf = ({ id, phase, policyIndex, step, loop }: Page) =>
  `${id}/${phase}/${policyIndex}/${loop}/${step}`;

function delayOf(mate: Teammate, { notified, nextAt }: Page): number {
  const now = mate.clock.now();
  const askedAt = notified.find(({ userId }) => userId === mate.person.id)?.lastAt ?? now;
  const share = patience.from + mate.random.next() * (patience.to - patience.from);
  const length = (nextAt ?? now + leastMs) - askedAt;
  return Math.max(0, askedAt + Math.max(leastMs, length * share) - now);
}

async function take(mate: Teammate, { id }: Page): Promise<void> {
  await mate.call('acknowledgePage', { pageId: id });
}
