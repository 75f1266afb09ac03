/** Mail of a message that asks for no answer, with the link that ends messages of its kind (RFC 8058). */
import { mailChoiceLabels, mailChoicesOf } from '#domain/mail/choices.ts';
import { failMailAddress, mailSettingsSchema } from '#domain/mail/settings.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { unsubscribePath } from './links.ts';
import type { MailKind, QueuedMailOf } from './mail-kind.ts';
import { mailTexts } from './mail-text.ts';

export const messageMail: MailKind<'message'> = {
  async write(work, { id, teamId, content }, origin) {
    const { userId, choice, noticeId, title, body, link, expiresAt } = content;
    const settings = await work.getReadable(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
    if (settings?.address == null || !mailChoicesOf(settings)[choice]) return null;
    if (expiresAt <= work.now || (await isSettled(work, teamId, noticeId))) return null;
    const label = mailChoiceLabels[choice];
    const unsubscribeUrl = `${origin}${unsubscribePath(settings, choice)}`;
    const texts = mailTexts({
      subject: title,
      first: body === '' ? title : body,
      action: link === null ? null : { label: 'Open Muster', url: `${origin}${link}` },
      more: [`To get no more ${label} by mail: ${unsubscribeUrl}`],
      footer: `Muster sends you ${label} by mail, as you have chosen under “You”.`,
    });
    return { to: settings.address, ...texts, unsubscribeUrl, id: `message-${sha256Hex(id).slice(0, 32)}` };
  },

  /** An address that takes no mail is turned off. */
  async settled(work, { teamId, content }, failure) {
    if (failure?.gone !== true) return;
    const path = serverPaths.mailSettings(teamId, content.userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings?.address == null) return;
    const context = { by: system, now: work.now };
    work.save(path, failMailAddress(settings, settings.address, failure.problem, context).state);
  },
};

/** Whether the notice was seen or withdrawn. */
async function isSettled(
  work: UnitOfWork,
  teamId: string,
  noticeId: QueuedMailOf<'message'>['content']['noticeId'],
): Promise<boolean> {
  if (noticeId === null) return false;
  const notice = await work.getReadable(noticeSchema, documentPaths.notice(teamId, noticeId));
  return notice === null || notice.seenAt !== null;
}
