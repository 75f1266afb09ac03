/** A personal notice is written with what causes it, and sent to its person after the commit. */
import { constants, day } from '#domain/constants.ts';
import { type Notice, type NoticeContent, noticeSchema } from '#domain/notice/schema.ts';
import { noticeWords, peopleOf } from '#domain/notice/labels.ts';
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { shorten } from '#domain/text.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { ChannelMessage } from '../channels/channel.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { sendNoticeMessage } from '../channels/messages.ts';
import { noticeTag, secondsUntil } from './withdraw.ts';
import { noticeId } from './notice-id.ts';

export interface NewNotice {
  readonly teamId: string;
  /** Addressee; nothing is sent to a person who is no member. */
  readonly userId: string;
  /** Cause: one cause gives a person one notice, however often it is sent. */
  readonly cause: string;
  /** User id of the author of the cause, or `system`. */
  readonly by: string;
  readonly content: NoticeContent;
  /** A screen of the team, such as `/incidents/41`: one that the person may open. */
  readonly link: string;
  /** Default: in `constants.noticeDays`. */
  readonly expiresAt?: number;
  /** `quiet`: shown without sound. `high`: stays until it is answered. Default: as any other. */
  readonly urgency?: 'quiet' | 'high';
}

export async function sendNotice(work: CommandWork, given: NewNotice): Promise<void> {
  const { teamId, userId, content, link } = given;
  const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
  if (member === null) return;
  const id = noticeId(userId, given.cause);
  const path = documentPaths.notice(teamId, id);
  if ((await work.getReadable(noticeSchema, path)) !== null) return;
  const expiresAt = given.expiresAt ?? work.now + constants.noticeDays * day;
  const made = { id, teamId, createdAt: work.now, createdBy: given.by, revision: 1 };
  const notice: Notice = { ...made, userId, content, link, seenAt: null, expiresAt };
  work.save(path, notice);
  const message = await messageOf(work, notice, member, given.urgency);
  await sendNoticeMessage(work, notice, message);
}

async function messageOf(
  work: CommandWork,
  notice: Notice,
  reader: Member,
  urgency: NewNotice['urgency'],
): Promise<ChannelMessage> {
  const { teamId, id, content, link, expiresAt } = notice;
  const names = new Map<string, string>();
  for (const userId of peopleOf(content)) {
    const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
    if (member !== null) names.set(userId, member.displayName);
  }
  const nameOf = (userId: string) => names.get(userId) ?? 'Somebody';
  const { title, body } = noticeWords(content, { now: work.now, timezone: reader.timezone, nameOf });
  return {
    notification: {
      title,
      body: shorten(body, pushedBody),
      tag: noticeTag(id),
      link: teamAddress(teamId, link),
      ...(urgency === 'quiet' ? { silent: true } : {}),
      ...(urgency === 'high' ? { requireInteraction: true } : {}),
    },
    ...(urgency === 'high' ? { urgency } : {}),
    data: { kind: 'notice', teamId },
    timeToLiveSeconds: secondsUntil(expiresAt, work.now),
  };
}

/** Characters of a pushed body: browsers show fewer, and a message has at most 4,096. */
const pushedBody = 500;
