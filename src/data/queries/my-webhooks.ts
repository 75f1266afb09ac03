/** The reader's own webhooks. */
import { personalWebhookSchema } from '#domain/personal-webhook/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const webhookQueries = {
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(
        collectionPaths.personalWebhooks(teamId),
        where('userId', '==', userId),
        limit(settingsLimits.webhooksPerPerson),
      ),
      personalWebhookSchema,
    ),
};

export const useMyWebhooks = () => useTeamQuery(webhookQueries.mine);
