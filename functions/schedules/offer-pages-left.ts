/** Notice about pages still held at the end of a shift, with the member now on call as their next holder. */
import { system } from '#domain/base.ts';
import { day, limits } from '#domain/constants.ts';
import { isHeldBy } from '#domain/page/holder.ts';
import type { Page } from '#domain/page/schema.ts';
import { may } from '#domain/permissions.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import type { BeginningShift } from '#domain/schedule/shift-events.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';

/** `pages`: of this schedule since the shift before began, newest first. */
export async function offerPagesLeft(
  work: UnitOfWork,
  { id: scheduleId, teamId, name }: Schedule,
  { userId: to, from, startsAt }: BeginningShift,
  pages: readonly Page[],
): Promise<void> {
  if (from === null || from === to) return;
  const leaver = await work.getReadable(memberSchema, documentPaths.member(teamId, from));
  if (leaver === null) return;
  const actor = { userId: from, role: leaver.role };
  // A page ends with what it is about: one that is held is unfinished.
  const left = pages
    .filter((page) => isHeldBy(page, from) && may(actor, 'read', page).allowed)
    .slice(0, limits.noticePages)
    .map(({ id }) => id);
  if (left.length === 0) return;
  await sendNotice(work, {
    ...{ teamId, userId: from, by: system, cause: `pages left ${scheduleId} ${startsAt}` },
    content: { kind: 'pagesLeft', scheduleId, schedule: name, to, pageIds: left },
    link: '/',
    expiresAt: startsAt + day,
  });
}
