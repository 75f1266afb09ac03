/** Requests for cover that are not over: open ones, and those that somebody has taken. */
import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import { type CoverRequest, coverRequestSchema } from '#domain/cover/schema.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/server-now.ts';
import { type CommandCallbacks, useCommand, usePendingCommands } from '../client/commands.ts';
import { useConnected } from '../client/connection.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeam, useTeamQuery } from './team.tsx';

/** More than a team of a hundred asks for at a time. */
const most = 200;

const coverQueries = {
  /** Earliest end first. */
  current:
    (at: number) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.coverRequests(teamId),
          where('dueAt', '>', storedTime(at)),
          orderBy('dueAt'),
          limit(most),
        ),
        coverRequestSchema,
      ),
};

/** Earliest end first; empty until they are read. The same object until something changes. */
export function useCoverRequests(): readonly CoverRequest[] {
  const now = useServerNow(60_000);
  // Rounded to the day, so that the query stays the same all day.
  const items = useTeamQuery(coverQueries.current(Math.floor(now / day) * day)).data?.items;
  return useMemo(
    () => (items ?? []).map(({ value }) => value).filter(({ endsAt }) => endsAt > now),
    [items, now],
  );
}

/** Acceptance by the reader, and its state for the button of each request. */
export function useTakeCover(callbacks: CommandCallbacks<'takeCover'>) {
  const { me } = useTeam();
  const offline = useConnected() === false;
  const command = useCommand('takeCover', callbacks);
  const pending = usePendingCommands('takeCover');
  return {
    take: (requestId: string) => command.mutate({ requestId, userId: me.id }),
    busy: (requestId: string): string | false =>
      pending.some(({ input }) => input.requestId === requestId) &&
      (offline ? 'Queued until you are online' : 'Taking it…'),
  };
}
