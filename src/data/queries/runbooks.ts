/** Runbooks of the team. */
import { runbookSchema } from '#domain/runbook/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const runbookQueries = {
  /** Runbooks by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.runbooks(teamId), orderBy('name')), runbookSchema),
};

export const useRunbooks = () => useTeamQuery(runbookQueries.list);
