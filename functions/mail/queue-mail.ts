/** Mail that is stored with the transaction that it belongs to, and sent after the commit by a task. The sweep finds mail whose task was lost. */
import { mailChoiceOf, mailChoicesOf } from '#domain/mail/choices.ts';
import { newQueuedMail, type NewQueuedMail } from '#domain/mail/queued-mail.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { system } from '#domain/base.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { MessageWork, NotificationChannel } from '../channels/channel.ts';
import { startMail } from './start-mail.ts';

/** Replaces a mail of the same id that waits. */
export function queueMail(
  work: Pick<MessageWork, 'now' | 'save' | 'afterCommit'>,
  given: NewQueuedMail,
): void {
  const mail = newQueuedMail(given, work.now);
  work.save(serverPaths.queuedMail(mail.teamId, mail.id), mail);
  work.afterCommit((server) => startMail(server, mail));
}

/** Time to live of a message without one: as long as push services keep one. */
const fourWeeksSeconds = 2_419_200;

export const queueMessageMail: NonNullable<NotificationChannel['queueMessage']> = async (
  work,
  { teamId, userId },
  { notification, timeToLiveSeconds = fourWeeksSeconds },
  notice,
) => {
  if (notification === undefined) return;
  const settings = await work.getReadable(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
  const choice = mailChoiceOf(notice?.content.kind ?? null);
  if (settings === null || !mailChoicesOf(settings)[choice]) return;
  const { title, body = '', link = null } = notification;
  queueMail(work, {
    ...{ id: work.newId(), teamId, by: system },
    content: {
      ...{ kind: 'message', userId, choice, noticeId: notice?.id ?? null, title, body, link },
      expiresAt: work.now + timeToLiveSeconds * 1_000,
    },
  });
};
