/** Webhooks of the team, and what was sent by each. Both fail with `permission-denied` for who may not configure the team. */
import { settingsLimits } from '#domain/settings-limits.ts';
import { webhookDeliverySchema, webhookSchema } from '#domain/webhook/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const webhookQueries = {
  /** By name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.webhooks(teamId), orderBy('name'), limit(settingsLimits.webhooks)),
      webhookSchema,
    ),
  /** The newest, newest first. */
  deliveries:
    (webhookId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.webhookDeliveries(teamId),
          where('webhookId', '==', webhookId),
          orderBy('createdAt', 'desc'),
          limit(mostDeliveries),
        ),
        webhookDeliverySchema,
      ),
};

const mostDeliveries = 50;

export const useWebhooks = () => useTeamQuery(webhookQueries.list);

export const useWebhookDeliveries = (webhookId: string) => useTeamQuery(webhookQueries.deliveries(webhookId));
