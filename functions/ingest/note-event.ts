/**
 * Notes of what became of a sender's messages, as admins see them. Repeats of one alert share a note for each minute; of the others
 * the first of a minute are noted one by one, and further ones together.
 */
import { system } from '#domain/base.ts';
import { minute } from '#domain/constants.ts';
import { notesSingly } from '#domain/ingest/counter.ts';
import { windowOf } from '#domain/ingest/group.ts';
import {
  type Integration,
  type IntegrationEvent,
  integrationEventSchema,
} from '#domain/integration/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { type Counting, saveCounter } from './counters.ts';

type EventContent = Pick<IntegrationEvent, 'result' | 'alertId' | 'reason' | 'message'>;

/** `counting` null: it is noted by itself, whatever else is sent. */
export async function noteEvent(
  work: UnitOfWork,
  integration: Integration,
  event: EventContent,
  counting: Counting | null,
): Promise<void> {
  const { id: integrationId, teamId, lastEventAt } = integration;
  const { id, content } = placeOf(work, event, counting);
  const path = documentPaths.integrationEvent(teamId, id);
  const before = await work.getReadable(integrationEventSchema, path);
  work.save(path, {
    ...{ id, teamId, createdAt: work.now, createdBy: system, ...before },
    ...content,
    integrationId,
    revision: (before?.revision ?? 0) + 1,
    times: (before?.times ?? 0) + 1,
  } satisfies IntegrationEvent);
  if (counting !== null) {
    const { counter } = counting;
    saveCounter(work, { ...counting, counter: { ...counter, notes: counter.notes + 1 } });
  }
  // Written once a minute: a document that every message writes would make them wait for one another.
  if (lastEventAt === null || work.now - lastEventAt >= minute)
    work.save(documentPaths.integration(teamId, integrationId), { ...integration, lastEventAt: work.now });
}

/** Id of the note that counts a message. */
function placeOf(
  work: UnitOfWork,
  content: EventContent,
  counting: Counting | null,
): { readonly id: string; readonly content: EventContent } {
  const { result, alertId } = content;
  if (result === 'repeated' && alertId !== null) return { id: `${alertId}-${windowOf(work.now)}`, content };
  if (counting === null || notesSingly(counting.counter)) return { id: work.newId(), content };
  const id = `${counting.id}-${windowOf(work.now)}-${result}`;
  return { id, content: { result, alertId: null, reason: '' } };
}
