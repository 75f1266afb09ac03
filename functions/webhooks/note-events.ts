/**
 * Events for webhooks, written in the transaction of the change itself, so that none is lost. A team without webhooks costs one read of
 * a document that is not there.
 */
import type { Alert } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { type EventEntity, eventsOf, isWanted } from '#domain/webhook/events.ts';
import { eventContent } from '#domain/webhook/payload.ts';
import { type WebhookEvent, type WebhookTargets, webhookTargetsSchema } from '#domain/webhook/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { Changes } from '../kernel/copies.ts';
import type { CommitEffect } from '../kernel/effects.ts';
import { startPublishing } from './start.ts';

const place = /^teams\/([^/]+)\/(alerts|pages|incidents)\/[^/]+$/u;

interface Noting {
  now(): number;
  newId(): string;
  afterCommit(effect: CommitEffect): void;
}

/** Changed entities of one team and of no private incident, with their state before. */
export async function noteWebhookEvents(changes: Changes, noting: Noting): Promise<void> {
  const noted: WebhookEvent[] = [];
  const targets = new Map<string, WebhookTargets['targets']>();
  for (const [path, after] of changes.changed) {
    const [, teamId, collection] = place.exec(path) ?? [];
    if (teamId === undefined || collection === undefined || after === null) continue;
    const entity = entityOf(collection, after);
    const original = changes.original(path);
    const { types, changed } = eventsOf(original ? entityOf(collection, original) : null, entity);
    if (types.length === 0) continue;
    const ofTeam = targets.get(teamId) ?? (await targetsOf(changes, teamId));
    targets.set(teamId, ofTeam);
    for (const type of types) {
      const webhookIds = ofTeam
        .filter((target) => isWanted(target, type, entity))
        .map(({ webhookId }) => webhookId);
      if (webhookIds.length === 0) continue;
      const now = noting.now();
      noted.push({
        ...{ id: eventId(now, noted.length, noting.newId()), teamId, createdAt: now, createdBy: system },
        revision: 1,
        type,
        subject: { kind: entity.kind, id: entity.entity.id },
        webhookIds,
        dueAt: now,
        content: eventContent(type, entity, { changed, now }),
      });
    }
  }
  for (const event of noted) changes.save(documentPaths.webhookEvent(event.teamId, event.id), event);
  if (noted.length > 0) noting.afterCommit((server) => startPublishing(server, noted));
}

async function targetsOf(changes: Changes, teamId: string): Promise<WebhookTargets['targets']> {
  const path = documentPaths.webhookTargets(teamId, teamId);
  return (await changes.getReadable(webhookTargetsSchema, path))?.targets ?? [];
}

function entityOf(collection: string, entity: object): EventEntity {
  // The collection says which it is.
  if (collection === 'incidents') return { kind: 'incident', entity: entity as Incident };
  return collection === 'alerts'
    ? { kind: 'alert', entity: entity as Alert }
    : { kind: 'page', entity: entity as Page };
}

/** Ids in the order of the events: by time, then by place in their transaction. */
const eventId = (now: number, index: number, id: string): string =>
  `evt_${now.toString(36).padStart(9, '0')}${index.toString(36).padStart(3, '0')}${id}`;
