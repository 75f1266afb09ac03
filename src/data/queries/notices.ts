/** Personal notices: the newest ones that are not marked as seen. */
import { useMemo } from 'react';
import { limits } from '#domain/constants.ts';
import { type Notice, noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/server-now.ts';
import { usePendingCommands } from '../client/commands.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const noticeQueries = {
  /** Newest first. */
  unseen: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(
        collectionPaths.notices(teamId),
        where('userId', '==', userId),
        where('seenAt', '==', null),
        orderBy('createdAt', 'desc'),
        limit(limits.noticesShown),
      ),
      noticeSchema,
    ),
};

/** Unseen notices without those that have expired or are being marked. */
export function useUnseenNotices(): readonly Notice[] {
  const { data } = useTeamQuery(noticeQueries.unseen);
  const pending = usePendingCommands('seeNotices');
  const now = useServerNow(60_000);
  return useMemo(() => {
    const latest = new Map(
      pending.flatMap(({ input }) => input.noticeIds.map((id) => [id as string, input.seen] as const)),
    );
    return (data?.items ?? [])
      .map(({ value }) => value)
      .filter(({ id, expiresAt }) => expiresAt > now && latest.get(id) !== true);
  }, [data, pending, now]);
}
