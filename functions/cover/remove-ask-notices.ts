/** The end of notices about a request for cover: they go when it is open no more, and so do the notifications on devices. */
import type { CoverRequest } from '#domain/cover/schema.ts';
import { asks, isOpen } from '#domain/cover/asked.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Changes } from '../kernel/copies.ts';
import { noticeId } from '../notices/notice-id.ts';
import { withdrawNotice } from '../notices/withdraw.ts';

const place = /^teams\/[^/]+\/coverRequests\/[^/]+$/u;

/**
 * Removes the notices of requests that the transaction has taken, cancelled or ended. Without a changed request it reads nothing.
 */
export async function removeAskNotices(
  changes: Changes,
  afterCommit: (effect: (server: ServerPorts) => Promise<void>) => void,
): Promise<void> {
  for (const [requestPath, after] of changes.changed) {
    if (!place.test(requestPath)) continue;
    const before = changes.original(requestPath) as CoverRequest | undefined;
    if (before === undefined || !isOpen(before) || (after !== null && isOpen(after as CoverRequest)))
      continue;
    const members = await changes.find(memberSchema, query(collectionPaths.members(before.teamId)));
    for (const { id } of members.filter((one) => asks(before, one.id))) {
      const path = documentPaths.notice(before.teamId, noticeId(id, askCause(before)));
      const notice = await changes.get(noticeSchema, path);
      if (notice === null) continue;
      changes.remove(path);
      afterCommit((server) => withdrawNotice(server, notice));
    }
  }
}

/** The revision of its opening stays while it is open. */
export const askCause = ({ id, revision }: CoverRequest): string => `cover ${id} ${revision}`;
