/** Events for webhooks, written in the transaction of the change itself, so that none is lost. */
import * as v from 'valibot';
import type { Alert } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { EventEntity } from '#domain/webhook/event-entity.ts';
import { eventsOf, isWanted } from '#domain/webhook/events.ts';
import { eventContent } from '#domain/webhook/payload.ts';
import { type WebhookEvent, type WebhookTargets, webhookTargetsSchema } from '#domain/webhook/schema.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { Changes } from '../kernel/copies.ts';
import type { CommitEffect } from '../kernel/effects.ts';
import { startPublishing } from './start.ts';

const place = /^teams\/([^/]+)\/(alerts|pages|incidents)\/[^/]+$/u;

export interface Noting {
  now(): number;
  newId(): string;
  afterCommit(effect: CommitEffect): void;
}

interface NotedTeam {
  readonly teamId: string;
  readonly noting: Noting;
}

/** Writes the events of a team's changes that its webhooks want. */
export async function noteWebhookEvents(
  changes: Changes,
  { teamId: ofTeam, noting }: NotedTeam,
): Promise<void> {
  const noted: WebhookEvent[] = [];
  const targets = await targetsOf(changes, ofTeam);
  for (const [path, after] of changes.changed) {
    const [, teamId, collection] = place.exec(path) ?? [];
    if (teamId !== ofTeam || collection === undefined || after === null) continue;
    const entity = entityOf(collection, after);
    const original = changes.original(path);
    const { types, changed } = eventsOf(original ? entityOf(collection, original) : null, entity);
    for (const type of types) {
      const webhookIds = targets
        .filter((target) => isWanted(target, type, entity))
        .map(({ webhookId }) => webhookId);
      if (webhookIds.length === 0) continue;
      const now = noting.now();
      noted.push({
        ...{
          id: webhookEventId({ now, revision: entity.entity.revision, index: noted.length }, noting.newId()),
          teamId,
          createdAt: now,
          createdBy: system,
        },
        revision: 1,
        type,
        subject: { kind: entity.kind, id: entity.entity.id },
        webhookIds,
        dueAt: now,
        content: eventContent(type, entity, { changed, now }),
      });
    }
  }
  for (const event of noted) changes.save(serverPaths.webhookEvent(event.teamId, event.id), event);
  if (noted.length > 0) noting.afterCommit((server) => startPublishing(server, noted));
}

/** `noteWebhookChanges` has read the document; it is the same one. */
async function targetsOf(changes: Changes, teamId: string): Promise<WebhookTargets['targets']> {
  const stored = await changes.getReadable(v.looseObject({}), serverPaths.webhookTargets(teamId, teamId));
  const checked = v.safeParse(webhookTargetsSchema, stored);
  return checked.success ? checked.output.targets : [];
}

function entityOf(collection: string, entity: object): EventEntity {
  // The collection says which it is.
  if (collection === 'incidents') return { kind: 'incident', entity: entity as Incident };
  return collection === 'alerts'
    ? { kind: 'alert', entity: entity as Alert }
    : { kind: 'page', entity: entity as Page };
}

/** Ids in the order of the events: by time, for one entity by its revision, and by place in their transaction. */
export const webhookEventId = (
  { now, revision, index }: { readonly now: number; readonly revision: number; readonly index: number },
  id: string,
): string => `evt_${digits(now, 9)}${digits(revision, 6)}${digits(index, 3)}${id}`;

const digits = (value: number, length: number): string => value.toString(36).padStart(length, '0');
