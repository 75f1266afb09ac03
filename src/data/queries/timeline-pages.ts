/** Pages of an incident's lists whose changes are all entries of its timeline: tasks, files, alerts. */
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { earlierPages } from '../client/earlier-rows.ts';
import type { PageSizes } from '../client/paged-query.ts';

/** `kind`: of the entries. The newest one says when the list is counted again. */
export const pagesByTimeline = (
  teamId: string,
  incidentId: string,
  kind: TimelineEvent['kind'],
): PageSizes => ({
  ...earlierPages,
  changes: query(
    collectionPaths.timeline(teamId, incidentId),
    where('kind', '==', kind),
    orderBy('createdAt', 'desc'),
    limit(1),
  ),
});
