/**
 * Notice for a person on call about the ways by which pages don't reach them: one notice with the present faults, pushed again for faults that are
 * new, removed when nothing is wrong or the shift is over. Safe to run at any time and any number of times.
 */
import { system } from '#domain/base.ts';
import { hour, limits } from '#domain/constants.ts';
import { type Notice, noticeSchema } from '#domain/notice/schema.ts';
import {
  type OnCallCheck,
  onCallCheckSchema,
  type OnCallFindings,
  onCallFindings,
} from '#domain/readiness/on-call-check.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { waysOf } from '../channels/channels.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { noticeId } from '../notices/notice-id.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { isTeamGone } from '../team/gone.ts';

const cause = 'unreachable on call';

export async function runOnCallCheck(server: ServerPorts, teamId: string, userId: string): Promise<void> {
  await transact(server, async (work) => {
    const path = serverPaths.onCallCheck(teamId, userId);
    const check: OnCallCheck | null = await work.get(onCallCheckSchema, path);
    if (check === null || check.dueAt > work.now) return;
    const save = (change: Partial<OnCallCheck>) => work.save(path, { ...check, ...change });
    // A deleted team may be restored.
    if (await isTeamGone(work, teamId)) return save({ dueAt: work.now + hour });
    const shifts = check.shifts.filter(({ endsAt }) => endsAt > work.now);
    const member = await work.get(memberSchema, documentPaths.member(teamId, userId));
    if (shifts.length === 0 || member === null) {
      await removeNotice(work, check);
      return work.remove(path);
    }
    const found = onCallFindings(await waysOf(work, teamId, userId), work.now);
    await inform(work, { ...check, shifts }, found);
    const ends = shifts.map(({ endsAt }) => endsAt);
    const dueAt = Math.min(...ends, found.changesAt ?? Number.POSITIVE_INFINITY);
    save({ shifts, faults: [...found.faults], dueAt });
  });
}

const noticePath = ({ teamId, id }: OnCallCheck): string => documentPaths.notice(teamId, noticeId(id, cause));

async function removeNotice(work: UnitOfWork, check: OnCallCheck): Promise<void> {
  const path = noticePath(check);
  if ((await work.getReadable(noticeSchema, path)) !== null) work.remove(path);
}

async function inform(work: UnitOfWork, check: OnCallCheck, found: OnCallFindings): Promise<void> {
  const { teamId, id: userId } = check;
  const isNew = found.faults.some((fault) => !check.faults.includes(fault));
  if (isNew || found.faults.length === 0) await removeNotice(work, check);
  if (found.faults.length === 0) return;
  const content: Notice['content'] = {
    kind: 'unreachable',
    devices: found.broken.slice(0, limits.noticeWays).map((one) => ({ ...one })),
    reached: found.reached,
  };
  const expiresAt = Math.max(...check.shifts.map(({ endsAt }) => endsAt));
  if (isNew) {
    await sendNotice(work, { teamId, userId, cause, by: system, content, link: '/readiness', expiresAt });
    return;
  }
  const notice = await work.getReadable(noticeSchema, noticePath(check));
  if (notice === null) return;
  const isSame = JSON.stringify(notice.content) === JSON.stringify(content);
  if (!isSame || notice.expiresAt !== expiresAt)
    work.save(noticePath(check), revised(notice, { content, expiresAt }));
}
