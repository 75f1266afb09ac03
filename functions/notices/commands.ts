/** Handlers of commands on personal notices. */
import { noticeSchema } from '#domain/notice/schema.ts';
import { markNotice } from '#domain/notice/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept } from '../kernel/command-failed.ts';

/** Notices that are gone, or of another person, are skipped. */
const seeNotices: CommandHandler<'seeNotices'> = async ({ teamId, noticeIds, seen }, context) => {
  const { work, userId } = context;
  let revision = 1;
  for (const id of noticeIds) {
    const path = documentPaths.notice(teamId, id);
    const notice = await work.get(noticeSchema, path);
    if (notice === null || notice.userId !== userId) continue;
    const { state } = accept(markNotice(notice, seen, context));
    if (state !== notice) work.save(path, state);
    revision = Math.max(revision, state.revision);
  }
  return { revision };
};

export const noticeHandlers = { seeNotices } satisfies Partial<CommandHandlers>;
