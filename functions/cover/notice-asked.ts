/** Notices to those whom a request for cover asks: sent each time that it is opened. */
import { constants, day } from '#domain/constants.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { asks } from '#domain/cover/asked.ts';
import { isResponder } from '#domain/permissions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { CommandContext } from '../kernel/command.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { askCause } from './remove-ask-notices.ts';

export async function noticeAsked(
  { work, teamId, userId: author }: CommandContext,
  request: CoverRequest,
  schedule: string,
): Promise<void> {
  const { scheduleId, userId: by, startsAt, endsAt, note } = request;
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const asked = members.filter((one) => isResponder(one) && asks(request, one.id) && one.id !== author);
  for (const { id: userId } of asked)
    await sendNotice(work, {
      ...{ teamId, userId, cause: askCause(request), by: author, link: '/oncall' },
      content: { kind: 'coverAsked', by, scheduleId, schedule, startsAt, endsAt, note },
      expiresAt: Math.min(endsAt, work.now + constants.noticeDays * day),
    });
}
